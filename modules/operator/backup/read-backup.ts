import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import Schema from 'typebox/schema';
import { CommandError, EXIT } from '../command-error.ts';
import { Header, type Line } from './format.ts';

/** Reads a backup to its end before anything is done with it; answers its header. */
export async function assertWhole(file: string): Promise<Header> {
  let header: Header | undefined;
  let rows = 0;
  const files = new Set<string>();
  let isWhole = false;
  for await (const line of linesOf(file)) {
    // No line follows the one that ends it.
    if (isWhole) throw notABackup(file);
    if (typeof line === 'string') rows += 1;
    else if ('format' in line) header = line;
    else if ('file' in line) files.add(line.file);
    else if ('end' in line) isWhole = line.end?.rows === rows && line.end.files === files.size;
  }
  if (header === undefined || !isWhole) throw notABackup(file);
  return header;
}

/** The lines of a whole backup after its header. */
export async function* readBackup(file: string): AsyncGenerator<Line> {
  for await (const line of linesOf(file)) if (typeof line === 'string' || !('format' in line)) yield line;
}

async function* linesOf(file: string): AsyncGenerator<Header | Line> {
  const gunzip = createGunzip();
  const reading = pipeline(createReadStream(file), gunzip).catch((error: unknown) =>
    gunzip.destroy(error as Error),
  );
  let isFirst = true;
  try {
    for await (const text of createInterface({ input: gunzip, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line: unknown = JSON.parse(text);
      if (isFirst && !Schema.Check(Header, line)) throw notABackup(file);
      if (typeof line !== 'string' && (typeof line !== 'object' || line === null)) throw notABackup(file);
      isFirst = false;
      yield line as Header | Line;
    }
    await reading;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT' || code === 'EACCES') throw error;
    throw error instanceof SyntaxError || /^Z_|ERR_STREAM/.test(code) ? notABackup(file) : error;
  }
  if (isFirst) throw notABackup(file);
}

const notABackup = (file: string): CommandError =>
  new CommandError(`${file} is not a whole backup.`, {
    hint: 'It is no file of "patchbay backup", or was cut or changed.',
    exitCode: EXIT.cannotRun,
  });

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { startServerReadOnly, withOwner } from '@patchbay/kernel/modules';
import { backupLines, type Written } from '../backup/backup-lines.ts';
import { command } from '../command.ts';
import { CommandError, EXIT } from '../command-error.ts';
import { INSTALLED } from '../installation.ts';
import { hasDatabase } from './migrate.ts';

/** Writes one moment of an installation to a file. */
export const backup = command({
  name: 'backup',
  summary: 'write the database and the local artifacts to a file that restore reads',
  description: `Works beside a running platform: everything in it is of one moment. The file is for its owner only. It does
not hold SECRET_KEY: keep that somewhere else, for without it no stored secret can be read.`,
  needs: 'nothing',
  arguments: [{ name: 'file', summary: 'a new file' }],
  deps: { installation: INSTALLED },
  run: async ({ arguments: { file }, deps: { installation }, print, terminal }) => {
    const config = await installation.config();
    if (!hasDatabase(config)) throw new CommandError('There is no database yet.');
    const server = await startServerReadOnly(config);
    const written: Written = { rows: 0, files: 0 };
    const progress = terminal.progress('writing');
    try {
      await withOwner(server.url, (owner) => {
        const lines = async function* () {
          for await (const line of backupLines(owner, join(config.DATA_DIR, 'artifacts'), written)) {
            yield `${JSON.stringify(line)}\n`;
            progress.at(`${written.rows} rows`);
          }
        };
        return writeNew(file, lines());
      });
    } finally {
      progress.done();
      await server.stop();
    }
    print(`${written.rows} rows and ${written.files} artifacts written to ${file}.`);
    return EXIT.ok;
  },
});

/** An unfinished file is removed, so that it is not found at a restore. */
async function writeNew(file: string, lines: AsyncIterable<string>): Promise<void> {
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(Readable.from(lines), createGzip(), out);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new CommandError(`${file} exists already.`);
    await rm(file, { force: true });
    throw error;
  }
}

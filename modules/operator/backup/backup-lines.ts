import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { appliedMigrations } from '@patchbay/kernel/database';
import { UNFINISHED_SUFFIX } from '@patchbay/kernel/fabric';
import type pg from 'pg';
import { type FileLine, FORMAT, type Header, type Line } from './format.ts';
import { sequencesOf, tablesOf } from './tables.ts';

const ROWS_AT_ONCE = 500;
const PIECE_BYTES = 192 * 1_024;

/** Bytes and rows written so far. */
export interface Written {
  rows: number;
  files: number;
}

/**
 * All rows of one moment of the database, then the artifacts. Those come last: one that was stored meanwhile has
 * no row yet, one that was removed meanwhile has no user any more.
 */
export async function* backupLines(
  owner: pg.Client,
  artifacts: string,
  written: Written,
): AsyncGenerator<Header | Line> {
  await owner.query('begin isolation level repeatable read read only');
  try {
    yield await headerOf(owner);
    for (const { name, columns } of await tablesOf(owner)) {
      yield { table: name, columns };
      for await (const row of rowsOf(owner, name)) {
        written.rows += 1;
        yield row;
      }
    }
    yield* await sequencesOf(owner);
  } finally {
    await owner.query('rollback');
  }
  for (const path of await filesBelow(artifacts)) {
    const handle = await open(path).catch(absentAsNull);
    if (handle === null) continue;
    written.files += 1;
    yield* piecesOf(handle, relative(artifacts, path));
  }
  yield { end: { ...written } };
}

/** An open file is read to its end, whether or not it is removed meanwhile. */
async function* piecesOf(handle: FileHandle, file: string): AsyncGenerator<FileLine> {
  try {
    yield { file, base64: '' };
    for await (const piece of handle.createReadStream({ highWaterMark: PIECE_BYTES, autoClose: false }))
      yield { file, base64: (piece as Buffer).toString('base64') };
  } finally {
    await handle.close();
  }
}

/** Removed since its folder was listed. */
function absentAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

async function headerOf(owner: pg.Client): Promise<Header> {
  const { rows } = await owner.query(`select value from platform_settings where name = 'secret_check'`);
  return {
    format: FORMAT,
    made_at: new Date().toISOString(),
    steps: [...(await appliedMigrations(owner))],
    secret_check: rows.flatMap(({ value }) => value as string | string[]),
  };
}

async function* rowsOf(owner: pg.Client, table: string): AsyncGenerator<string> {
  await owner.query(`declare backup no scroll cursor for select t::text as row from ${table} t`);
  for (;;) {
    const { rows } = await owner.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from backup`);
    for (const { row } of rows) yield row;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await owner.query('close backup');
}

/** Regular files that are written whole; links are not followed. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(absentAsNull);
  const found = await Promise.all(
    (entries ?? []).map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return entry.isFile() && !entry.name.endsWith(UNFINISHED_SUFFIX) ? [path] : [];
    }),
  );
  return found.flat();
}

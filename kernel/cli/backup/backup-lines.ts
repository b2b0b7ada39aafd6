import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type pg from 'pg';
import { appliedMigrations } from '../../database/index.ts';
import { FORMAT, type Header, type Line } from './format.ts';
import { sequencesOf, tablesOf } from './tables.ts';

const ROWS_AT_ONCE = 500;
const PIECE_BYTES = 192 * 1_024;

/** What is written: how much so far. */
export interface Written {
  rows: number;
  files: number;
}

/**
 * Everything of one moment of the database, then the artifacts. Those come last: one that was stored meanwhile is
 * more than its row knows, one that was removed meanwhile nothing waits for.
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
    written.files += 1;
    const file = relative(artifacts, path);
    yield { file, base64: '' };
    for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }))
      yield { file, base64: (piece as Buffer).toString('base64') };
  }
  yield { end: { ...written } };
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

/** Regular files only; links are not followed. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return found.flat();
}

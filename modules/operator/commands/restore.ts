import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { appliedMigrations, type MigrationDeclaration } from '@patchbay/kernel/database';
import { fitsKeys, migrateDatabase, startServer, withOwner } from '@patchbay/kernel/modules';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type pg from 'pg';
import { FileWriter } from '../backup/file-writer.ts';
import type { Header } from '../backup/format.ts';
import { assertWhole, readBackup } from '../backup/read-backup.ts';
import { RowLoader } from '../backup/row-loader.ts';
import { command } from '../command.ts';
import { CommandError, EXIT } from '../command-error.ts';
import { INSTALLED } from '../installation.ts';

/** Puts a backup into an empty database. */
export const restore = command({
  name: 'restore',
  summary: 'put a file written by backup into an empty database',
  description: `Needs the SECRET_KEY of the backup. Roles, tables and policies are made first, as they were at the backup; the rows
come in one transaction, all or none; the next start brings the database forward. Artifacts go to DATA_DIR/artifacts first.
A restore that was cut off may be run again.`,
  needs: 'nothing',
  arguments: [{ name: 'file', summary: 'written by backup' }],
  deps: { installation: INSTALLED },
  run: async ({ arguments: { file }, deps: { installation }, print }) => {
    const header = await assertWhole(file);
    const secrets = await installation.secrets();
    const steps = await stepsOf(header, await installation.allMigrations());
    if (!fitsKeys(secrets, header.secret_check))
      throw new CommandError('SECRET_KEY is not the one of this backup.', {
        hint: 'Use that key, or name it in SECRET_KEY_PREVIOUS.',
        exitCode: EXIT.cannotRun,
      });
    const config = await installation.config();
    await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
    const server = await startServer(config);
    const files = new FileWriter(join(config.DATA_DIR, 'artifacts'));
    try {
      const rows = await withOwner(server.url, (owner) =>
        restoreInto({ owner, url: server.url, secrets, steps, files }, file),
      );
      print(`${rows} rows and ${files.count} artifacts of ${header.made_at} put back.`);
    } finally {
      await server.stop();
    }
    return EXIT.ok;
  },
});

interface Target {
  readonly owner: pg.Client;
  readonly url: string;
  readonly secrets: SecretBox;
  readonly steps: readonly MigrationDeclaration[];
  readonly files: FileWriter;
}

/** Rows come last and all at once: until then the same database may be restored into again. */
async function restoreInto({ owner, url, secrets, steps, files }: Target, file: string): Promise<number> {
  await assertEmpty(owner, steps);
  await migrateDatabase(owner, url, secrets, steps);
  for await (const line of readBackup(file))
    if (typeof line === 'object' && 'file' in line) await files.take(line);
  let rows = 0;
  await RowLoader.load(owner, async (loader) => {
    for await (const line of readBackup(file)) await loader.take(line);
    await loader.flush();
    rows = loader.count;
  });
  return rows;
}

async function assertEmpty(owner: pg.Client, steps: readonly MigrationDeclaration[]): Promise<void> {
  const { rows } = await owner.query(
    `select count(*)::int as tables from pg_tables where schemaname in ('public', 'graphile_worker')`,
  );
  if (rows[0].tables > 0 && !(await isUnused(owner, steps)))
    throw new CommandError('The database is not empty.', {
      hint: 'Restore into a new one: create database …, and name it in DATABASE_URL.',
    });
}

/** Tables that hold rows as soon as an installation is used. */
const USED = ['users', 'organizations'];

/** Whether it has had steps of this backup only, as an earlier restore leaves it, and was never used. */
async function isUnused(owner: pg.Client, steps: readonly MigrationDeclaration[]): Promise<boolean> {
  const applied = await appliedMigrations(owner);
  const ids = new Set(steps.map(({ id }) => id));
  if (applied.size === 0 || !applied.isSubsetOf(ids)) return false;
  for (const table of USED) {
    const { rows } = await owner.query('select to_regclass($1) is not null as exists', [`public.${table}`]);
    if (!rows[0].exists) continue;
    const { rows: used } = await owner.query(`select exists (select from public.${table}) as used`);
    if (used[0].used) return false;
  }
  return true;
}

async function stepsOf(
  { steps }: Header,
  known: readonly MigrationDeclaration[],
): Promise<readonly MigrationDeclaration[]> {
  const ids = new Set(known.map(({ id }) => id));
  const unknown = steps.find((id) => !ids.has(id));
  if (unknown !== undefined)
    throw new CommandError(`The backup has step ${unknown}, which is unknown here.`, {
      hint: 'Restore with the version that made it, or a newer one with the same modules.',
      exitCode: EXIT.cannotRun,
    });
  return known.filter(({ id }) => steps.includes(id));
}

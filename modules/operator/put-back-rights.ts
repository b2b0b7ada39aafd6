import { functionRights, missingRights, type Right } from '@patchbay/kernel/database';
import { startServer, withOwner } from '@patchbay/kernel/modules';
import type pg from 'pg';
import type { Installation } from './installation.ts';
import type { Terminal } from './terminal/terminal.ts';

/** All or nothing: a database with half of its locks looks whole to a hasty reader. */
export async function putBackRights(installation: Installation, { print, paint }: Terminal): Promise<void> {
  const server = await startServer(await installation.config());
  try {
    const migrations = await installation.migrations();
    await withOwner(server.url, async (owner) => {
      const missing = await missingRights(owner, migrations);
      if (missing.length === 0) return;
      await inTransaction(owner, [...statementsOf(missing), ...functionRights(migrations)]);
      for (const { name } of missing) print(`${paint('green', 'put back')}  ${name}`);
    });
  } finally {
    await server.stop();
  }
}

const statementsOf = (missing: readonly Right[]): ReadonlySet<string> =>
  new Set(missing.flatMap(({ statements }) => statements));

async function inTransaction(owner: pg.Client, statements: Iterable<string>): Promise<void> {
  await owner.query('begin');
  try {
    for (const statement of statements) await owner.query(statement);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

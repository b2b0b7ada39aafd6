import type pg from 'pg';
import type { MigrationDeclaration } from './migration.ts';
import { assertUnedited, rememberHashes } from './step-hashes.ts';

const LEDGER = 'patchbay_migrations';

/** Ids of the steps this database has had, of all modules. */
export async function appliedMigrations(owner: pg.Client): Promise<ReadonlySet<string>> {
  const exists = await owner.query('select to_regclass($1) as name', [`public.${LEDGER}`]);
  if (exists.rows[0].name === null) return new Set();
  const { rows } = await owner.query(`select name from ${LEDGER}`);
  return new Set(rows.map((row) => String(row.name)));
}

/** The steps that were not applied yet, read without changing anything. */
export async function pendingMigrations(
  owner: pg.Client,
  declarations: readonly MigrationDeclaration[],
): Promise<readonly MigrationDeclaration[]> {
  const done = await appliedMigrations(owner);
  return declarations.filter(({ id }) => !done.has(id));
}

/**
 * Brings the schema forward; each step is one transaction. Two processes that start at once take turns by
 * an advisory lock. Answers the ids that were applied.
 */
export async function migrate(
  owner: pg.Client,
  ownerUrl: string,
  declarations: readonly MigrationDeclaration[],
): Promise<readonly string[]> {
  await owner.query(`select pg_advisory_lock(hashtext('patchbay.migrations'))`);
  try {
    await assertUnedited(owner, declarations);
    const pending = await pendingMigrations(owner, declarations);
    if (pending.length > 0) {
      // Most starts find nothing to apply, and do without the migrator.
      const { runMigrator } = await import('./run-migrator.ts');
      await runMigrator(ownerUrl, LEDGER, declarations);
    }
    await rememberHashes(owner, declarations);
    return pending.map(({ id }) => id);
  } finally {
    await owner.query(`select pg_advisory_unlock(hashtext('patchbay.migrations'))`);
  }
}

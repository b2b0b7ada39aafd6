import { Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { MigrationDeclaration } from './migration.ts';
import { assertUnedited, rememberHashes } from './step-hashes.ts';

const LEDGER = 'patchbay_migrations';

const asClass = ({ id, statements }: MigrationDeclaration) =>
  class extends Migration {
    override async up(): Promise<void> {
      for (const statement of statements)
        await this.execute(statement).catch((cause: unknown) => {
          throw new MigrationFailed(id, statement, cause);
        });
    }
  };

/** A step that PostgreSQL refused; names module, step and statement. */
class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
  /** Told in a line, not as a fault of the program. */
  readonly code = 'MIGRATION_FAILED';

  constructor(id: string, statement: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message.replace(/^[\s\S]* - /, '') : String(cause);
    super(`module "${id.split('.')[0]}": step ${id} fails: ${why}, in:\n${statement}`, { cause });
  }
}

/** Ids of the steps this database has had, whoever declares them. */
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
    if (pending.length > 0) await runMigrator(ownerUrl, declarations);
    await rememberHashes(owner, declarations);
    return pending.map(({ id }) => id);
  } finally {
    await owner.query(`select pg_advisory_unlock(hashtext('patchbay.migrations'))`);
  }
}

async function runMigrator(ownerUrl: string, declarations: readonly MigrationDeclaration[]): Promise<void> {
  const orm = await MikroORM.init({
    clientUrl: ownerUrl,
    dbName: new URL(ownerUrl).pathname.slice(1),
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: LEDGER,
      snapshot: false,
      silent: true,
      allOrNothing: false,
      migrationsList: declarations.map((declaration) => ({
        name: declaration.id,
        class: asClass(declaration),
      })),
    },
    pool: { min: 0, max: 2 },
  });
  try {
    await orm.migrator.up();
  } finally {
    await orm.close(true);
  }
}

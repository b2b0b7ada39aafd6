import { Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { MigrationDeclaration } from './migration.ts';

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
  /** Printed as a line, not as a fault of the program. */
  readonly code = 'MIGRATION_FAILED';

  constructor(id: string, statement: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message.replace(/^[\s\S]* - /, '') : String(cause);
    super(`module "${id.split('.')[0]}": step ${id} fails: ${why}, in:\n${statement}`, { cause });
  }
}

/** Applies the steps that the ledger lacks, each in a transaction of its own, by the ORM's migrator. */
export async function runMigrator(
  ownerUrl: string,
  ledger: string,
  declarations: readonly MigrationDeclaration[],
): Promise<void> {
  const orm = await MikroORM.init({
    clientUrl: ownerUrl,
    dbName: new URL(ownerUrl).pathname.slice(1),
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: ledger,
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

import { type MigratedDatabase, migratedDatabase } from '@patchbay/test/kit';
import { migrations } from '../../migrations/index.ts';
import { PEOPLE_STATEMENTS } from './people.ts';

export type TestDatabase = MigratedDatabase;

/** An own database with the tables of changes, on real PostgreSQL. */
export async function testDatabase(t: { teardown(work: () => unknown): unknown }): Promise<TestDatabase> {
  const database = await migratedDatabase(t, migrations);
  for (const statement of PEOPLE_STATEMENTS) await database.owner.query(statement);
  return database;
}

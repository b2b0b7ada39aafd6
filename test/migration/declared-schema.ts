import type { TableDeclaration } from '@patchbay/kernel/database';
import pg from 'pg';
import { createTables } from './create-table.ts';
import { schemaOrm } from './schema-orm.ts';

/**
 * Makes the tables of a migrated database anew from their declarations. What stands beside tables (functions of the
 * scope, roles, extensions) stays; triggers are gone.
 */
export async function makeAsDeclared(
  databaseUrl: string,
  tables: readonly TableDeclaration[],
): Promise<void> {
  const orm = schemaOrm(databaseUrl, tables);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`drop table if exists ${tables.map(({ name }) => name).join(', ')} cascade`);
    for (const statement of createTables(orm, tables)) await run(client, statement);
  } finally {
    await client.end();
    await orm.close();
  }
}

async function run(client: pg.Client, statement: string): Promise<void> {
  await client.query(statement).catch((cause: unknown) => {
    throw new Error(`a declared table cannot be made: ${String(cause)}, in:\n${statement}`, { cause });
  });
}

import { cloneDatabase } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';
import { factsOf, linesBetween } from '../migration/catalog.ts';
import { makeAsDeclared } from '../migration/declared-schema.ts';
import { removedTables } from '../migration/next-step.ts';
import { ownModules } from '../openapi/documents.ts';

const modules = await ownModules();
const tables = modules.flatMap(({ entities = [] }) => entities);
const names = tables.map(({ name }) => name);

async function databaseUrl(): Promise<string> {
  const { url, drop } = await cloneDatabase();
  t.teardown(drop);
  return url;
}

async function factsIn(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return factsOf(client, names).finally(() => client.end());
}

t.test('the steps of the schema make what tables declare (npm run migration writes the next)', async (t) => {
  const [migrated, declared] = [await databaseUrl(), await databaseUrl()];
  await makeAsDeclared(declared, tables);
  t.same(linesBetween(await factsIn(migrated), await factsIn(declared)), []);
});

t.test('every table that a step of a module makes is declared', async (t) => {
  t.same(
    modules.flatMap((module) => removedTables(module, names)),
    [],
  );
});

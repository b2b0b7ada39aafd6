import type { ModuleDeclaration } from '@patchbay/kernel/modules';
import pg from 'pg';
import { factsOf, linesBetween } from './catalog.ts';
import { makeAsDeclared } from './declared-schema.ts';
import { type Databases, statementsBetween } from './differences.ts';
import { rightsBetween } from './rights.ts';

const CREATED = /^\s*create (?:unlogged )?table (?:if not exists )?(\w+)/i;
const RENAMED = /^\s*alter table (\w+) rename to (\w+)\s*$/i;
const DROPPED = /^\s*drop table (?:if exists )?(\w+)/i;

export interface NextStep {
  readonly statements: readonly string[];
  /** What still differs once the statements have run: `- ` as it is, `+ ` as declared. */
  readonly left: readonly string[];
}

/** What a module's next step has to do, worked out and tried on two databases that are migrated as far as steps go. */
export async function nextStep(
  databases: Databases,
  modules: readonly ModuleDeclaration[],
  module: ModuleDeclaration,
): Promise<NextStep> {
  const all = modules.flatMap(({ entities = [] }) => entities);
  const tables = module.entities ?? [];
  await makeAsDeclared(databases.declaredUrl, tables);
  const declared = await factsIn(databases.declaredUrl, namesOf(tables));
  const removed = removedTables(module, namesOf(all));
  const names = [...namesOf(tables), ...removed];
  const before = await factsIn(databases.migratedUrl, names);
  const statements = [
    ...(await statementsBetween(databases, tables, removed)),
    ...rightsBetween(before.filter(ofTables(declared)), declared.filter(ofTables(before))),
  ];
  const after = await factsAfter(databases, names, statements);
  return { statements, left: linesBetween(after, declared) };
}

const namesOf = (tables: ModuleDeclaration['entities'] = []): readonly string[] =>
  tables.map(({ name }) => name);

/** Tables that the module's steps made and that it declares no more. */
export function removedTables(
  { migrations = [] }: ModuleDeclaration,
  declared: readonly string[],
): readonly string[] {
  const made = new Set<string>();
  for (const text of migrations.flatMap(({ statements }) => statements)) {
    made.add(CREATED.exec(text)?.[1] ?? '');
    made.delete(DROPPED.exec(text)?.[1] ?? '');
    const [, former = '', name = ''] = RENAMED.exec(text) ?? [];
    if (made.delete(former)) made.add(name);
  }
  return [...made].filter((name) => name !== '' && !declared.includes(name));
}

const tableOf = (fact: string): string => fact.slice(0, fact.indexOf(':'));

/** Whether a fact is of a table that there are facts of on the other side too. */
function ofTables(facts: readonly string[]): (fact: string) => boolean {
  const names = new Set(facts.map(tableOf));
  return (fact) => names.has(tableOf(fact));
}

async function factsIn(databaseUrl: string, tables: readonly string[]): Promise<readonly string[]> {
  return withClient(databaseUrl, (client) => factsOf(client, tables));
}

function factsAfter(
  { migratedUrl }: Databases,
  tables: readonly string[],
  statements: readonly string[],
): Promise<readonly string[]> {
  return withClient(migratedUrl, async (client) => {
    for (const statement of statements) await client.query(statement);
    return factsOf(client, tables);
  });
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

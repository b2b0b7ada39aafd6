import { DatabaseSchema, type MikroORM, SchemaComparator, SchemaGenerator } from '@mikro-orm/postgresql';
import type { TableDeclaration } from '@patchbay/kernel/database';
import { createTables } from './create-table.ts';
import { plain } from './plain-identifiers.ts';
import { schemaOrm } from './schema-orm.ts';

/** Two databases with the same tables: one as its steps left it, one as the tables are declared. */
export interface Databases {
  readonly migratedUrl: string;
  readonly declaredUrl: string;
}

/**
 * Statements of the ORM's schema generator that bring these tables from how they were migrated to how they are declared.
 * Triggers and rights are not its own: triggers stay, rights come from `rightsBetween`.
 */
export async function statementsBetween(
  { migratedUrl, declaredUrl }: Databases,
  tables: readonly TableDeclaration[],
  removed: readonly string[],
): Promise<readonly string[]> {
  const migrated = schemaOrm(migratedUrl, tables);
  const declared = schemaOrm(declaredUrl, tables);
  try {
    const names = tables.map(({ name }) => name);
    const from = await schemaOf(migrated, [...names, ...removed]);
    const to = await schemaOf(declared, names);
    const difference = new SchemaComparator(migrated.em.getPlatform()).compare(from, to);
    const isNew = ({ name }: TableDeclaration): boolean => from.getTable(name) === undefined;
    const text = new SchemaGenerator(migrated.em).diffToSQL(
      { ...difference, newTables: {} },
      { wrap: false, safe: false, dropTables: true },
    );
    return [...createTables(declared, tables.filter(isNew)), ...statementsIn(text).map(asDeclared(tables))];
  } finally {
    await migrated.close();
    await declared.close();
  }
}

async function schemaOf(orm: MikroORM, tables: string[]): Promise<DatabaseSchema> {
  const connection = orm.em.getConnection();
  const schema = await DatabaseSchema.create(
    connection,
    orm.em.getPlatform(),
    orm.config,
    'public',
    ['public'],
    tables,
  );
  for (const table of schema.getTables()) table.setTriggers([]);
  return schema;
}

const statementsIn = (text: string): readonly string[] =>
  text
    .split(/;\n|;$/)
    .map((statement) => plain(statement.trim()))
    .filter((statement) => statement !== '');

const NAMED = /^\s*create (?:(policy \w+ on \w+)|(?:unique )?(index \w+))\s/i;

/** Policies and indexes in the words of their declaration, not in PostgreSQL's. */
function asDeclared(tables: readonly TableDeclaration[]): (statement: string) => string {
  const texts = tables.flatMap(({ shape }) => [...shape.lock.flat(), ...(shape.indexes ?? [])]);
  const declared = new Map(texts.map((text) => [nameIn(text), text]));
  return (statement) => (nameIn(statement) && declared.get(nameIn(statement))) || statement;
}

function nameIn(statement: string): string {
  const [, policy = '', index = ''] = NAMED.exec(statement) ?? [];
  return policy + index;
}

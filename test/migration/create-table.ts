import { type DatabaseTable, type MikroORM, SchemaGenerator, type SchemaHelper } from '@mikro-orm/postgresql';
import type { TableDeclaration } from '@patchbay/kernel/database';
import { plain } from './plain-identifiers.ts';

const isReference = (constraint: string): boolean => /\breferences\b/i.test(constraint);

/**
 * Statements that make these tables as they are declared: columns as the ORM spells them, and what stands beside. Foreign
 * keys follow once every table is there.
 */
export function createTables(orm: MikroORM, tables: readonly TableDeclaration[]): readonly string[] {
  const target = new SchemaGenerator(orm.em).getTargetSchema();
  const helper = orm.em.getPlatform().getSchemaHelper();
  if (helper === undefined) throw new Error('the ORM knows no schemas of this database');
  const made = tables.flatMap(({ name, shape }) => {
    const table = target.getTable(name);
    if (table === undefined) throw new Error(`the ORM knows no table ${name}`);
    const { generated = [], constraints = [], indexes = [], lock } = shape;
    const own = constraints.filter((each) => !isReference(each));
    const lines = [...columnsOf(helper, table), ...generated, ...own];
    return [`create table ${name} (\n  ${lines.join(',\n  ')}\n)`, ...lock.flat(), ...indexes];
  });
  return [...made, ...tables.flatMap(addReferences)];
}

const addReferences = ({ name, shape }: TableDeclaration): readonly string[] =>
  (shape.constraints ?? []).filter(isReference).map((each) => `alter table ${name} add ${each}`);

function columnsOf(helper: SchemaHelper, table: DatabaseTable): readonly string[] {
  const columns = table.getColumns().map((column) => plain(String(helper.createTableColumn(column, table))));
  const key = table.getPrimaryKey()?.columnNames.join(', ');
  return [...columns.map((column) => column.replace(/(?<! not) null$/, '')), `primary key (${key})`];
}

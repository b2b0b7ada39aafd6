import { type Database, exempt, sql } from '@patchbay/kernel/database';
import type { DiscoveredModule } from '@patchbay/kernel/modules';
import { SEALED_COLUMNS, type SealedColumn } from '@patchbay/kernel/secrets';

/** Sealed columns of all installed modules, those that are switched off or left out here included. */
export const sealedColumnsOf = (modules: readonly DiscoveredModule[]): readonly SealedColumn[] =>
  modules.flatMap(({ declaration }) =>
    (declaration.contributes ?? [])
      .filter(({ point }) => point === SEALED_COLUMNS.id)
      .map((contribution) => contribution.create({}) as SealedColumn),
  );

const schemaExemption = exempt('secrets.schema', 'which tables there are belongs to no organization');

/** Of these columns those whose table this database has. */
export async function existingColumns(
  database: Database,
  columns: readonly SealedColumn[],
): Promise<readonly SealedColumn[]> {
  const { rows } = await database.asSystem(schemaExemption, (db) =>
    sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public'`.execute(db),
  );
  const known = new Set(rows.map(({ name }) => name));
  return columns.filter(({ table, column }) => known.has(`${table}.${column}`));
}

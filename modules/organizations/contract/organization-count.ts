import { type Kysely, sql, type Tables, type Unit } from '@patchbay/kernel/database';

/** A number of an organization's dashboard (`devices`, `controllers`, `pending_changes`); see `rowCount`. */
export interface OrganizationCount {
  readonly name: string;
  /** As much of it as the unit's principal sees. */
  count(unit: Unit): Promise<number>;
  /** The whole of it for many organizations at once; those that are left out have none. */
  countEach(sql: Kysely<Tables>, organization_ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The soft-deleted table whose live rows a quota of this name limits; null when none can. */
  readonly limitedTable: (keyof Tables & string) | null;
}

/** Counts the live rows of a soft-deleted table that belongs to organizations; quotas may limit them. */
export const rowCount = (table: keyof Tables & string): OrganizationCount => ({
  name: table,
  limitedTable: table,
  async count({ sql: trx }: Unit) {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from ${sql.table(table)} where deleted_at is null`.execute(trx);
    return rows[0]?.total ?? 0;
  },
  async countEach(trx: Kysely<Tables>, organization_ids: readonly string[]) {
    const { rows } = await sql<{ organization_id: string; total: number }>`
      select organization_id, count(*) as total from ${sql.table(table)}
      where organization_id = any (${organization_ids}::uuid[]) and deleted_at is null
      group by organization_id`.execute(trx);
    return new Map(rows.map(({ organization_id, total }) => [organization_id, total]));
  },
});

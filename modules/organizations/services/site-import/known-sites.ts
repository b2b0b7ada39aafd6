import { columnsOf, type Database, exempt, sql, type Unit } from '@patchbay/kernel/database';
import { SiteSchema } from '../../schemas.ts';
import type { SiteRow } from '../sites.ts';
import type { SiteRecord } from './site-columns.ts';

const columns = columnsOf(SiteSchema, 'device_count');

const slugsExemption = exempt(
  'organizations.import-slugs',
  'a slug may be taken by a site that people held to others do not see',
);

/** The sites that a file may mean, as far as the principal sees them. */
export interface KnownSites {
  readonly byId: ReadonlyMap<string, SiteRow>;
  readonly bySlug: ReadonlyMap<string, SiteRow>;
  readonly byName: ReadonlyMap<string, readonly SiteRow[]>;
}

const said = (values: readonly (string | undefined)[]): string[] =>
  values.filter((value) => value !== undefined);

export async function knownSites({ sql: db }: Unit, records: readonly SiteRecord[]): Promise<KnownSites> {
  const ids = said(records.map(({ values }) => values.id));
  const slugs = said(records.map(({ values }) => values.slug));
  const names = said(records.map(({ values }) => values.name));
  const rows = await db
    .selectFrom('sites')
    .select(columns)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(id = any (${ids}::uuid[]) or slug = any (${slugs}::text[]) or name = any (${names}::text[]))`,
    )
    .execute();
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    bySlug: new Map(rows.map((row) => [row.slug, row])),
    byName: Map.groupBy(rows, ({ name }) => name),
  };
}

/** Those of the slugs that sites have which the principal does not see (RULES R20). */
export async function slugsOfOthers(
  database: Pick<Database, 'readAsSystem'>,
  { principal, organization_id }: Unit,
  records: readonly SiteRecord[],
): Promise<ReadonlySet<string>> {
  const slugs = said(records.map(({ values }) => values.slug));
  if (principal.site_ids === null || slugs.length === 0) return new Set();
  const rows = await database.readAsSystem(slugsExemption, (db) =>
    db
      .selectFrom('sites')
      .select('slug')
      .where('organization_id', '=', organization_id)
      .where('deleted_at', 'is', null)
      .where('slug', '=', sql<string>`any (${slugs}::text[])`)
      .execute(),
  );
  return new Set(rows.map(({ slug }) => slug));
}

import type { Unit } from '@patchbay/kernel/database';
import { sql } from '@patchbay/kernel/database';
import { isUuid } from '@patchbay/kernel/schema';
import { type ControllerRow, controllers } from '../../controllers/controller-view.ts';
import type { ControllerRecord } from '../import-columns.ts';
import { namedSites, type SiteByWord } from '../named-sites.ts';

export interface NamedCredential {
  readonly id: string;
  readonly name: string;
  readonly site_id: string | null;
}

/** Rows that a file of controllers may mean, as far as the principal sees it. */
export interface KnownControllers {
  readonly siteBy: SiteByWord;
  readonly byId: ReadonlyMap<string, ControllerRow>;
  readonly byPlace: ReadonlyMap<string, readonly ControllerRow[]>;
  readonly credentialById: ReadonlyMap<string, NamedCredential>;
  readonly credentialsByName: ReadonlyMap<string, readonly NamedCredential[]>;
}

export const placeOf = (site_id: string, name: string): string => `${site_id}/${name}`;

const said = (values: readonly (string | undefined)[]): string[] =>
  values.filter((value) => value !== undefined);

export async function knownControllers(
  unit: Unit,
  records: readonly ControllerRecord[],
): Promise<KnownControllers> {
  const siteBy = await namedSites(
    unit,
    records.map(({ values }) => values.site),
  );
  const rows = await rowsMeant(unit, records);
  const words = said(records.map(({ values }) => values.credential));
  const credentials = await credentialsMeant(
    unit,
    words,
    said(rows.map((row) => row.credential_id ?? undefined)),
  );
  return {
    siteBy,
    byId: new Map(rows.map((row) => [row.id, row])),
    byPlace: Map.groupBy(rows, ({ site_id, name }) => placeOf(site_id, name)),
    credentialById: new Map(credentials.map((each) => [each.id, each])),
    credentialsByName: Map.groupBy(credentials, ({ name }) => name),
  };
}

function rowsMeant(
  { sql: db }: Unit,
  records: readonly ControllerRecord[],
): Promise<readonly ControllerRow[]> {
  const ids = said(records.map(({ values }) => values.id));
  const names = said(records.map(({ values }) => values.name));
  return db
    .selectFrom('controllers')
    .select(controllers.columns)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(id = any (${ids}::uuid[]) or name = any (${names}::text[]))`)
    .execute();
}

/** Those that the file names, and those that its controllers have. */
function credentialsMeant(
  { sql: db }: Unit,
  words: readonly string[],
  held: readonly string[],
): Promise<readonly NamedCredential[]> {
  const ids = [...held, ...words.filter((word) => isUuid(word))];
  return db
    .selectFrom('credentials')
    .select(['id', 'name', 'site_id'])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(id = any (${ids}::uuid[]) or name = any (${[...words]}::text[]))`)
    .execute();
}

import { sql, type Unit } from '@patchbay/kernel/database';
import type { DeviceRecord } from '../import-columns.ts';
import { namedSites, type SiteByWord } from '../named-sites.ts';

const COLUMNS = [
  'id',
  'site_id',
  'name',
  'kind',
  'mac',
  'serial',
  'tags',
  'notes',
  'location',
  'custom_fields',
] as const;

/** Hardware addresses are spelled in many ways, by vendors and by people. */
export const bareMac = (mac: string): string => mac.replaceAll(/[^0-9A-Fa-f]/g, '').toLowerCase();

const said = (values: readonly (string | undefined)[]): string[] =>
  values.filter((value) => value !== undefined);

function devicesMeant({ sql: db }: Unit, records: readonly DeviceRecord[]) {
  const ids = said(records.map(({ values }) => values.id));
  const macs = said(records.map(({ values }) => values.mac)).map(bareMac);
  const serials = said(records.map(({ values }) => values.serial));
  const names = said(records.map(({ values: { id, mac, serial, name } }) => id ?? mac ?? serial ?? name));
  return db
    .selectFrom('devices')
    .select(COLUMNS)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(id = any (${ids}::uuid[]) or serial = any (${serials}::text[]) or name = any (${names}::text[])
        or lower(regexp_replace(mac, '[^0-9A-Fa-f]', '', 'g')) = any (${macs}::text[]))`,
    )
    .execute();
}

export type KnownDevice = Awaited<ReturnType<typeof devicesMeant>>[number];

/** Rows that a file of devices may mean, as far as the principal sees it. */
export interface KnownDevices {
  readonly siteBy: SiteByWord;
  readonly byId: ReadonlyMap<string, KnownDevice>;
  readonly byMac: ReadonlyMap<string, readonly KnownDevice[]>;
  readonly bySerial: ReadonlyMap<string, readonly KnownDevice[]>;
  readonly byPlace: ReadonlyMap<string, readonly KnownDevice[]>;
}

export const placeOf = (site_id: string, name: string): string => `${site_id}/${name}`;

export async function knownDevices(unit: Unit, records: readonly DeviceRecord[]): Promise<KnownDevices> {
  const siteBy = await namedSites(
    unit,
    records.map(({ values }) => values.site),
  );
  const rows = await devicesMeant(unit, records);
  return {
    siteBy,
    byId: new Map(rows.map((row) => [row.id, row])),
    byMac: Map.groupBy(rows, ({ mac }) => bareMac(mac ?? '')),
    bySerial: Map.groupBy(rows, ({ serial }) => serial ?? ''),
    byPlace: Map.groupBy(rows, ({ site_id, name }) => placeOf(site_id, name)),
  };
}

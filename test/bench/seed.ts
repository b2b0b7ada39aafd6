import type pg from 'pg';

export const DEVICES_PER_ORGANIZATION = 1_000;
const SITES_PER_ORGANIZATION = 5;
const KINDS = ['switch', 'access_point', 'camera', 'phone', 'firewall', 'vm'];
const PLACES = ['core', 'edge', 'lobby', 'floor', 'dock', 'rack', 'roof', 'lab', 'gate', 'hall'];

const hex = (value: number): string => value.toString(16).padStart(2, '0');

/** The same devices in every run: one in ten has "core" in its name. */
function devicesOf(organization: number) {
  return Array.from({ length: DEVICES_PER_ORGANIZATION }, (_, index) => {
    const kind = KINDS[index % KINDS.length] ?? '';
    const place = PLACES[((index * 7) >> 2) % PLACES.length] ?? '';
    return {
      site: index % SITES_PER_ORGANIZATION,
      external_id: `bench-${index}`,
      name: `${kind}-${place}-${String(index).padStart(4, '0')}`,
      kind,
      status: index % 17 === 0 ? 'offline' : 'online',
      ip: `10.${organization}.${index >> 8}.${index & 255}`,
      mac: `02:00:00:${hex(organization)}:${hex(index >> 8)}:${hex(index & 255)}`,
      model: `m-${index % 23}`,
      firmware: `7.${index % 9}.${index % 4}`,
      serial: `S${organization}${index}`,
    };
  });
}

/** Sites and devices for these organizations, written as the database's superuser. */
export async function seedDevices(db: pg.Client, organization_ids: readonly string[]): Promise<void> {
  for (const [organization, organization_id] of organization_ids.entries()) {
    await db.query(
      `insert into sites (id, organization_id, name, slug)
       select uuidv7(), $1, 'Site ' || n, 'site-' || n from generate_series(0, $2 - 1) as n`,
      [organization_id, SITES_PER_ORGANIZATION],
    );
    await db.query(
      `insert into devices (id, organization_id, site_id, external_id, name, kind, status, ip, mac, model, firmware, serial, hash, last_seen_at)
       select uuidv7(), $1, ($2::uuid[])[d.site + 1], d.external_id, d.name, d.kind, d.status, d.ip, d.mac, d.model,
              d.firmware, d.serial, md5(d.name), now()
       from jsonb_to_recordset($3::jsonb) as d(site integer, external_id text, name text, kind text, status text,
              ip inet, mac text, model text, firmware text, serial text)`,
      [organization_id, await sitesOf(db, organization_id), JSON.stringify(devicesOf(organization))],
    );
  }
  await db.query('vacuum (analyze) devices');
  await db.query('vacuum (analyze) sites');
}

/** Ids of an organization's sites. */
export async function sitesOf(db: pg.Client, organization_id: string): Promise<readonly string[]> {
  const { rows } = await db.query('select id from sites where organization_id = $1 order by slug', [
    organization_id,
  ]);
  return rows.map(({ id }) => String(id));
}

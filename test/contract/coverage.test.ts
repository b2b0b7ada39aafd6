import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VENDORS } from '@patchbay/vendor-kit';
import t from 'tap';
import { bootPlatform } from '../harness/index.ts';
import { documentsOf, ownModules } from '../openapi/documents.ts';
import { featuresTable, recordedFeaturesTable } from '../openapi/features-table.ts';

const MODULES = join(import.meta.dirname, '..', '..', 'modules');

interface Row {
  readonly feature: string;
  readonly area: string;
  readonly permission: string;
  readonly catastrophic: boolean;
}

/** The rows of a vendor's published table; a vendor that is only read from has none. */
function rowsOf(vendor: string): readonly Row[] {
  const file = join(MODULES, `vendor-${vendor}`, 'vendor-data', 'features.json');
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly features: readonly Row[] }).features;
}

/** Areas of the site-scoped family (SPEC 4.4). */
const siteAreas = [
  'vpn',
  'firewall',
  'wifi',
  'switch-advanced',
  'firmware',
  'routing',
  'diagnostics',
  'hotspot',
  'raw',
  'bulk',
  'system',
  'profiles',
  'insights',
  'openapi',
];
/** Areas that every family of its own prefix has; the families besides hold what their products are. */
const commonAreas = [
  'firewall',
  'nat',
  'dhcp',
  'dns',
  'vpn',
  'routing',
  'services',
  'system',
  'diagnostics',
  'interfaces',
];

t.test('every vendor keeps the contract, and every row of its table is a feature', async (t) => {
  const platform = await bootPlatform(t, { work: false });
  const as = await platform.person('viewer');
  const vendors = platform.get(VENDORS.all).values;
  let total = 0;
  for (const { id } of vendors) {
    const file = join(MODULES, `vendor-${id}`, 'test', 'contract.test.ts');
    const rows = rowsOf(id);
    t.equal(
      existsSync(file),
      rows.length > 0,
      `${id} runs the contract suite if anything of it can be staged`,
    );
    total += rows.length;
    const listed: Record<string, unknown>[] = [];
    if (rows.length === 0) {
      const { body } = await platform.call('GET', `/changes/features?vendor=${id}`, { as });
      t.equal(body.total, 0, `${id} has no features`);
    }
    for (let page = 1; listed.length < rows.length && page <= rows.length; page += 1) {
      const path = `/changes/features?vendor=${id}&per_page=50&page=${page}`;
      const { status, body } = await platform.call('GET', path, { as });
      t.match({ status, body }, { status: 200, body: { total: rows.length, page, per_page: 50 } }, path);
      listed.push(...body.items);
    }
    for (const row of rows) {
      const { operations, payload_schema, confirm, ...facts } =
        listed.find(({ key }) => key === row.feature) ?? {};
      const risk = row.catastrophic ? 'catastrophic' : 'normal';
      t.match(facts, { key: row.feature, vendor: id, area: row.area, permission: row.permission, risk });
      const named = ['create', 'update', 'delete'].filter((operation) => operation in row);
      t.same(operations, named, `${row.feature}: its operations`);
      t.same(Object.keys(Object(payload_schema)), named, `${row.feature}: a schema for each`);
      t.ok(confirm === null || confirm === 'device' || confirm === 'inverse', row.feature);
    }
  }
  const pages = await Promise.all(
    [1, 2, 3].map((page) => platform.call('GET', `/changes/features?per_page=200&page=${page}`, { as })),
  );
  const all: { readonly key: string; readonly vendor: string | null }[] = pages.flatMap(
    ({ body }) => body.items,
  );
  const unbound = all.filter(({ vendor }) => vendor === null).map(({ key }) => key);
  t.same(unbound, ['storage.store_blob'], 'one feature belongs to no vendor');
  t.equal(pages[0]?.body.total, total + unbound.length, 'and there are no others');
});

t.test('the document names the paths of every family and area in their form', async (t) => {
  const { openapi } = await documentsOf(await ownModules());
  const paths = Object.keys((openapi as { readonly paths: object }).paths);
  const has = (path: string) => t.ok(paths.includes(`/api/v1/gateway-${path}`), path);
  for (const area of siteAreas)
    for (const end of ['changes', 'changes/{feature}', '{feature}'])
      has(`${area}/{controller_id}/sites/{site_id}/${end}`);
  for (const family of ['mikrotik', 'routeros', 'opnsense', 'pfsense', 'openwrt'])
    for (const area of commonAreas)
      for (const end of ['changes', 'changes/{feature}', '{feature}'])
        has(`${family}-${area}/{controller_id}/${end}`);
  for (const path of ['by-gateway/{gateway_id}', '{change_id}/apply', '{change_id}/discard'])
    has(`vpn/changes/${path}`);
});

t.test('an area without features is an empty list, an unknown one is not found', async (t) => {
  const platform = await bootPlatform(t, { work: false });
  const as = await platform.owner();
  const site_id = await platform.site(as, 'Office');
  const register = async (vendor: string): Promise<string> => {
    const body = { name: vendor, site_id, vendor, url: 'https://192.0.2.1' };
    const answer = await platform.call('POST', '/controllers', { as, body });
    t.equal(answer.status, 201, answer.text);
    return answer.body.id;
  };
  const [wrt, console] = await Promise.all([register('openwrt'), register('unifi')]);
  const get = (path: string) => platform.call('GET', `/gateway-${path}/changes`, { as });
  t.match(await get(`openwrt-wireless/${wrt}`), { status: 200, body: [] });
  for (const area of siteAreas)
    t.match(await get(`${area}/${console}/sites/${site_id}`), { status: 200, body: [] }, area);
  for (const area of commonAreas)
    t.match(await get(`openwrt-${area}/${wrt}`), { status: 200, body: [] }, area);
  for (const path of [
    `openwrt-nothing/${wrt}`,
    `nothing/${console}/sites/${site_id}`,
    `openwrt-firewall/${console}`,
    `firewall/${wrt}/sites/${site_id}`,
    `firewall/${console}`,
  ])
    t.equal((await get(path)).status, 404, path);
});

t.test('the table of features is what the modules declare (npm run openapi writes it anew)', async (t) => {
  t.equal(await recordedFeaturesTable(), featuresTable(await ownModules()));
});

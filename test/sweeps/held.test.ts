import { reachOf } from '@patchbay/kernel/http';
import { decide, PERMISSION_MAP, type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import { fillTables } from './support/fill.ts';
import { pathOf, type Swept, target } from './support/routes.ts';
import { Rows, type Table } from './support/rows.ts';
import { bootWorld, populate } from './support/world.ts';

/** Written by the platform itself while it runs, for everybody who acts. */
const BOOKS = [
  'audit_heads',
  'audit_links',
  'audit_log',
  'audit_pending',
  'event_log',
  'idempotency_keys',
  'sessions',
];
/** Rows of the caller's own account, or of what came of an act at the caller's sites. */
const OWN = [
  'api_keys',
  'api_key_scope_uses',
  'refresh_tokens',
  'notification_preferences',
  'oauth2_grants',
  'passkeys',
  'passkey_challenges',
  'sign_ins',
  'mfa_backup_codes',
  'users',
];

const world = await bootWorld(t);
const { harness, owner, routes } = world;
const { organization_id } = owner;
const pool = await populate(t, world, owner);
const rows = await Rows.open(harness.databaseUrl, t);
await fillTables(rows, organization_id, pool);
const site_id = String(pool.idOf('site'));
const held = await harness.person('org_admin');
const granted = await harness.call('POST', `/organizations/${organization_id}/site-access`, {
  as: owner,
  body: { user_id: held.user_id, site_id },
});
if (granted.status !== 201) throw new Error(granted.text);

const map = harness.get(PERMISSION_MAP);
const principal: Principal = { ...systemPrincipal(organization_id), kind: 'user', role: 'org_admin' };
const writing = routes.filter(
  ({ isPublic, route, method }) =>
    !isPublic && method !== 'GET' && decide(map, principal, route.access).allowed,
);

const send = (swept: Swept, full = false) => {
  const path = target(pathOf(swept, pool.valuesFor(swept)));
  const body = swept.body && pool.sampler().value(swept.body, { full });
  return harness.call(swept.method, path, { as: held, ...(swept.body ? { body } : {}) });
};

/** One hash per table over the rows of the organization that do not stand at the caller's site. */
async function organizationWide(): Promise<Readonly<Record<string, string>>> {
  const skipped = new Set([...BOOKS, ...OWN]);
  const tables = (await rows.tenantTables()).filter(({ name }) => !skipped.has(name));
  const hashes: Record<string, string> = {};
  for (const table of tables) hashes[table.name] = await hashOf(table);
  return hashes;
}

async function hashOf({ name, columns }: Table): Promise<string> {
  const siteColumn = name === 'sites' ? 'id' : columns.includes('site_id') ? 'site_id' : null;
  const siteless = siteColumn === null ? '' : ` and ${siteColumn} is distinct from '${site_id}'`;
  const [row] = await rows.query<{ hash: string }>(
    `select md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as hash
     from ${name} r where organization_id = $1${siteless}`,
    [organization_id],
  );
  return String(row?.hash);
}

t.test('an administrator held to a site is refused every write that reaches the organization', async (t) => {
  const wide = writing.filter(({ route }) => reachOf(route) === 'organization');
  t.ok(wide.length > 40);
  for (const swept of wide) {
    const { status, body } = await send(swept);
    t.same([status, body?.error?.code], [403, 403], swept.name);
    t.match(body?.error?.message, /held to sites/, swept.name);
  }
});

t.test('what such an administrator may write changes nothing that stands elsewhere', async (t) => {
  const before = await organizationWide();
  const sited = writing.filter(({ route }) => reachOf(route) === 'sites');
  const isLast = ({ method }: Swept): number => Number(method === 'DELETE');
  for (const swept of sited.toSorted((one, other) => isLast(one) - isLast(other)))
    for (const full of [true, false]) {
      const { status, text } = await send(swept, full);
      t.ok(status < 500 || [501, 502, 503].includes(status), `${swept.name} answers ${text.slice(0, 200)}`);
    }
  t.same(await organizationWide(), before);
});

t.test('rows that stand at no site stay as they are, though the table knows sites', async (t) => {
  const wide = { feature_pattern: '**', min_approvers: 2 };
  const policy = await harness.call('POST', '/changes/policies', { as: owner, body: wide });
  const times = { starts_at: '2027-01-01T00:00:00Z', ends_at: '2027-01-02T00:00:00Z', reason: 'x' };
  const freeze = await harness.call('POST', '/changes/freezes', { as: owner, body: times });
  const asked = [
    ['POST', '/changes/policies', wide],
    ['PATCH', `/changes/policies/${policy.body.id}`, { min_approvers: 1 }],
    ['PATCH', `/changes/policies/${policy.body.id}`, { site_id }],
    ['DELETE', `/changes/policies/${policy.body.id}`],
    ['POST', '/changes/freezes', times],
    ['PATCH', `/changes/freezes/${freeze.body.id}`, { reason: 'y' }],
    ['DELETE', `/changes/freezes/${freeze.body.id}`],
  ] as const;
  for (const [method, path, body] of asked) {
    const { status, body: answer } = await harness.call(method, path, { as: held, body });
    t.same([status, answer?.error?.code], [403, 403], `${method} ${path}`);
  }
  const own = await harness.call('POST', '/changes/freezes', { as: held, body: { ...times, site_id } });
  t.equal(own.status, 201, own.text);
  const widened = await harness.call('PATCH', `/changes/freezes/${own.body.id}`, {
    as: held,
    body: { site_id: null },
  });
  t.equal(widened.status, 403, 'nor is one of the own site made one of the organization');
  t.equal((await harness.call('DELETE', `/changes/freezes/${own.body.id}`, { as: held })).status, 204);
});

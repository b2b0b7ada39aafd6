import { ROUTE_CATALOG } from '@patchbay/kernel/modules';
import { PERMISSION_MAP, type RoleName } from '@patchbay/kernel/permissions';
import fc from 'fast-check';
import pg from 'pg';
import t from 'tap';
import { bootPlatform, freshAddress, type Person } from '../../harness/index.ts';
import { NOWHERE } from '../support/wire.ts';

const harness = await bootPlatform(t, { work: false, environment: { ADAPTER_READ_ONLY: 'false' } });
const owner = await harness.owner();
const admin = await harness.person('org_admin');
const stranger = await harness.person('org_admin', await harness.organization('Second Networks'));
const outside = new pg.Client({ connectionString: harness.databaseUrl });
await outside.connect();
t.teardown(() => outside.end());

const ask = (body: object, as: Person = admin) =>
  harness.call('POST', '/security/explain-access', { as, body });
const makeKey = async (as: Person, body: object) =>
  (await harness.call('POST', '/api-keys', { as, body: { name: 'k', ...body } })).body;

async function explained(body: object, as: Person = admin) {
  const answer = await ask(body, as);
  if (answer.status !== 200) throw new Error(`explaining answered ${answer.status}: ${answer.text}`);
  return answer.body as { allowed: boolean; decided_by: string; reasons: string[] };
}

t.test('one subject and one demand, else 422; subjects of others are 404', async (t) => {
  const viewer = await harness.person('viewer');
  const { user_id } = viewer;
  const permission = 'device:read';
  const key_id = (await makeKey(viewer, {})).id;
  for (const body of [
    {},
    { user_id },
    { permission },
    { user_id, key_id, permission },
    { user_id, permission, route_id: 'sites.list' },
    { user_id, route_id: 'no.such.route' },
    { user_id: 'x', permission },
  ])
    t.equal((await ask(body)).status, 422, JSON.stringify(body));
  for (const subject of [{ user_id }, { key_id }])
    t.equal((await ask({ ...subject, permission }, stranger)).status, 404);
  t.equal((await ask({ user_id: NOWHERE, permission })).status, 404);
  t.equal((await ask({ key_id: NOWHERE, permission })).status, 404);
  t.equal((await ask({ user_id, permission }, viewer)).status, 403);
});

t.test('the role decides, and an undeclared permission is told as such', async (t) => {
  const { user_id } = await harness.person('operator');
  t.same(await explained({ user_id, permission: 'device:write' }), {
    allowed: true,
    decided_by: 'role',
    reasons: ['role operator holds device:write'],
  });
  t.same(await explained({ user_id, permission: 'user:write' }), {
    allowed: false,
    decided_by: 'role',
    reasons: ['role operator lacks user:write'],
  });
  t.match(await explained({ user_id, permission: 'no:such' }), {
    allowed: false,
    decided_by: 'permission_unknown',
  });
  t.match(await explained({ user_id, route_id: 'sites.create' }), { allowed: false, decided_by: 'role' });
  t.match(await explained({ user_id, route_id: 'setup.status' }), { allowed: true, decided_by: 'public' });
});

t.test("a key's scopes decide where its user's role would have been let in", async (t) => {
  const scoped = await makeKey(owner, { scopes: ['site:read'] });
  t.match(await explained({ key_id: scoped.id, permission: 'site:read' }, owner), {
    allowed: true,
    decided_by: 'scope',
    reasons: ['role super_admin holds site:read', "the key's scopes cover site:read"],
  });
  t.match(await explained({ key_id: scoped.id, permission: 'device:write' }, owner), {
    allowed: false,
    decided_by: 'scope',
    reasons: ['role super_admin holds device:write', "the key's scopes do not cover device:write"],
  });
  t.match(await explained({ key_id: scoped.id, route_id: 'organizations.list' }, owner), {
    allowed: false,
    decided_by: 'unscoped',
  });
});

t.test('a revoked and an expired key, an inactive and a locked user', async (t) => {
  const viewer = await harness.person('viewer');
  const permission = 'site:read';
  const [revoked, expired] = [await makeKey(viewer, {}), await makeKey(viewer, {})];
  await harness.call('DELETE', `/api-keys/${revoked.id}`, { as: viewer });
  await outside.query(`update api_keys set expires_at = '2026-01-01T00:00:00Z' where id = $1`, [expired.id]);
  t.match(await explained({ key_id: revoked.id, permission }), {
    allowed: false,
    decided_by: 'credential',
    reasons: [/^the key was revoked/],
  });
  t.match(await explained({ key_id: expired.id, permission }), {
    allowed: false,
    decided_by: 'credential',
    reasons: ['the key expired 2026-01-01T00:00:00.000000Z'],
  });
  for (let attempt = 0; attempt < 5; attempt += 1)
    await harness.call('POST', '/auth/login', {
      body: { login: viewer.email, password: 'wrong' },
      from: freshAddress(),
    });
  const locked = await explained({ user_id: viewer.user_id, permission });
  t.match(locked, { allowed: true, reasons: [/sessions that are open still work: 1$/, /holds site:read/] });
  await harness.call('POST', '/auth/logout-all', { as: viewer });
  t.match(await explained({ user_id: viewer.user_id, permission }), {
    allowed: false,
    decided_by: 'user',
    reasons: [/^failed guesses lock.*no session is open$/],
  });
  const key = await makeKey(admin, {});
  await harness.call('PATCH', `/users/${viewer.user_id}`, { as: admin, body: { is_active: false } });
  t.match(await explained({ user_id: viewer.user_id, route_id: 'sites.list' }), {
    allowed: false,
    decided_by: 'user',
    reasons: ['the user is inactive'],
  });
  t.match(await explained({ key_id: key.id, permission }), { allowed: true, decided_by: 'role' });
});

t.test('an organization that demands a second factor makes guests of those without', async (t) => {
  const { user_id, organization_id } = await harness.person('operator', stranger.organization_id);
  const second = await harness.person('org_admin', organization_id);
  await outside.query('update organizations set mfa_required = true where id = $1', [organization_id]);
  t.teardown(() =>
    outside.query('update organizations set mfa_required = false where id = $1', [organization_id]),
  );
  await outside.query('update users set mfa_enabled = true where id = $1', [second.user_id]);
  const question = { user_id, permission: 'device:write' };
  const answer = await ask(question, second);
  t.equal(answer.status, 200, answer.text);
  t.match(answer.body, {
    allowed: false,
    decided_by: 'mfa_policy',
    reasons: [/demands a second factor.*role operator counts as guest$/],
  });
  t.match((await ask({ user_id, permission: 'user:write' }, second)).body, { decided_by: 'role' });
});

t.test('a site grant that hides a resource is named, with its end', async (t) => {
  const viewer = await harness.person('viewer');
  const [seen, hidden] = [await harness.site(owner, 'Seen'), await harness.site(owner, 'Hidden')];
  const grant = (site_id: string, over = {}) =>
    harness.call('POST', `/organizations/${owner.organization_id}/site-access`, {
      as: owner,
      body: { user_id: viewer.user_id, site_id, ...over },
    });
  await grant(seen);
  const about = (resource_id: string, as: Person = admin) =>
    explained({ user_id: viewer.user_id, route_id: 'sites.get', resource_id }, as);
  t.match(await about(seen), {
    allowed: true,
    decided_by: 'role',
    reasons: [/holds|authenticated/, /stands in sites/],
  });
  t.match(await about(hidden), {
    allowed: false,
    decided_by: 'grant',
    reasons: [/./, /./, 'no site grant to Hidden'],
  });
  const made = await grant(hidden);
  t.equal(made.status, 201, made.text);
  await outside.query(`update site_grants set expires_at = '2026-01-01T00:00:00Z' where id = $1`, [
    made.body.id,
  ]);
  t.match(await about(hidden), {
    allowed: false,
    decided_by: 'grant',
    reasons: [
      /./,
      'site grants hold the user to 1 site',
      'site grant to Hidden expired 2026-01-01T00:00:00.000000Z',
    ],
  });
});

t.test('an administrator held to sites learns nothing of the others', async (t) => {
  const held = await harness.person('org_admin');
  const { user_id } = await harness.person('viewer');
  const [near, far] = [await harness.site(owner, 'Near'), await harness.site(owner, 'Far')];
  await harness.call('POST', `/organizations/${owner.organization_id}/site-access`, {
    as: owner,
    body: { user_id: held.user_id, site_id: near },
  });
  const about = (resource_id: string) => explained({ user_id, route_id: 'sites.get', resource_id }, held);
  t.match(await about(near), { allowed: true });
  t.same(await about(far), await about(NOWHERE));
});

t.test('a resource of another organization and one of nowhere are told alike', async (t) => {
  const { user_id } = await harness.person('viewer');
  const foreign = await harness.site(stranger, 'Foreign');
  const deleted = await harness.site(owner, 'Deleted');
  await harness.call('DELETE', `/sites/${deleted}`, { as: owner });
  const about = (resource_id: string) => explained({ user_id, route_id: 'sites.get', resource_id });
  const nowhere = await about(NOWHERE);
  t.match(nowhere, { allowed: false, decided_by: 'tenancy' });
  t.same(await about(foreign), nowhere);
  t.same(await about(deleted), nowhere);
});

t.test('a module that is off and a closed gate decide before the handler does', async (t) => {
  const { user_id } = await harness.person('operator');
  const apply = { user_id, route_id: 'gateway.apply' };
  t.match(await explained(apply), { allowed: true });
  const switched = (enabled: boolean) =>
    harness.call('PUT', '/system/read-only', { as: owner, body: { read_only: enabled } });
  t.equal((await switched(true)).status, 200);
  t.match(await explained(apply), { allowed: false, decided_by: 'gate', reasons: [/./, /by override$/] });
  await switched(false);
  const turn = (enabled: boolean) =>
    harness.call('PATCH', '/modules/inventory', { as: owner, body: { enabled } });
  t.equal((await turn(false)).status, 200);
  t.match(await explained({ user_id, route_id: 'devices.list' }), {
    allowed: false,
    decided_by: 'module',
    reasons: ['module inventory is disabled'],
  });
  await turn(true);
});

t.test('every explanation is on record', async (t) => {
  const { user_id } = await harness.person('viewer');
  await explained({ user_id, permission: 'user:write' });
  const { body } = await harness.call('GET', `/audit?action=security.explain_access&target_id=${user_id}`, {
    as: owner,
  });
  t.match(body.items, [
    { actor_id: admin.user_id, detail: { permission: 'user:write', allowed: false, decided_by: 'role' } },
  ]);
});

const ROLES: readonly RoleName[] = ['guest', 'viewer', 'operator', 'site_admin', 'admin', 'org_admin'];
const map = harness.get(PERMISSION_MAP);
/** Routes whose handlers refuse no caller by themselves, and which change nothing when nothing is named. */
const SAMPLE = harness
  .get(ROUTE_CATALOG)
  .all.filter(({ route }) => route.mount !== 'root' && !('public' in route.access))
  .filter(({ route }) => route.method === 'GET' || route.path.includes('_id}'))
  .filter(({ route }) => route.produces === undefined && (route.rate ?? 'general') === 'general');

t.test('what is explained is what the server answers', async (t) => {
  const people = new Map<RoleName, Person>();
  for (const role of ROLES) people.set(role, await harness.person(role));
  const keys = new Map<string, { readonly id: string; readonly secret: string }>();
  const keyOf = async (role: RoleName, scopes: readonly string[] | null) => {
    const name = `${role} ${scopes}`;
    const known =
      keys.get(name) ?? (await makeKey(people.get(role) as Person, scopes === null ? {} : { scopes }));
    keys.set(name, known);
    return known;
  };
  const scopesOf = (role: RoleName) => map.permissionsOf(role);
  const disagreements: string[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ROLES),
      fc.option(fc.nat({ max: 3 }), { nil: null }),
      fc.boolean(),
      fc.constantFrom(...SAMPLE),
      async (role, scope, asUser, { route }) => {
        const held = scopesOf(role);
        const scopes = scope === null || held.length === 0 ? null : [held[(scope * 7) % held.length] ?? ''];
        const key = asUser ? null : await keyOf(role, scopes);
        const person = people.get(role) as Person;
        const subject = key === null ? { user_id: person.user_id } : { key_id: key.id };
        const told = await explained({ ...subject, route_id: route.id }, owner);
        const path = String(route.path).replace(/\{[^}]*\}/g, NOWHERE);
        const answer = await harness.call(route.method, path, {
          ...(key === null ? { as: person } : { apiKey: key.secret }),
          ...(route.method === 'GET' || route.method === 'DELETE' ? {} : { body: {} }),
        });
        const error = answer.body?.error;
        const isUnproven = error?.type === 'reauthentication_required';
        const refused = answer.status === 403 && (isUnproven || /^Not allowed:/.test(error?.message));
        if (told.allowed === refused || answer.status === 401)
          disagreements.push(
            `${route.id} as ${role} ${key === null ? 'user' : scopes}: ${answer.status} ${told.decided_by}`,
          );
      },
    ),
    { numRuns: 150 },
  );
  t.same(disagreements, []);
});

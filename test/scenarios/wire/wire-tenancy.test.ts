import t from 'tap';
import { bootPlatform, PASSWORD } from '../../harness/index.ts';
import { holds, keysOf, refused, UUID } from '../support/wire.ts';

const MODULES = 'identity,api-keys,organizations,system,audit';
const platform = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false });
const call = platform.call.bind(platform);
const owner = await platform.owner();
const admin = await platform.person('org_admin');
const user = (name: string, role: string) => ({
  email: `${name}@example.net`,
  username: name,
  password: PASSWORD,
  role,
});

t.test(
  'organizations, sites, users, grants, keys and modules have the fields of the API document',
  async (t) => {
    const site = await call('POST', '/sites/', { as: admin, body: { name: 'North Office' } });
    t.equal(site.status, 201);
    holds(t, site.body, 'id name slug description timezone address created_at updated_at');
    t.equal(site.body.slug, 'north-office');
    t.ok(site.headers.etag);
    const again = await call('POST', '/sites', { as: admin, body: { name: 'North Office' } });
    t.match(again.body.slug, /^north-office-.+/, 'a derived slug takes a suffix');
    const duplicate = { name: 'N', slug: 'north-office' };
    refused(t, await call('POST', '/sites', { as: admin, body: duplicate }), 409);
    holds(t, (await call('GET', '/sites', { as: admin })).body.items[0], 'device_count');
    const path = `/sites/${site.body.id}`;
    const match = { 'if-match': String(site.headers.etag) };
    t.equal((await call('PATCH', path, { as: admin, body: { name: 'N' }, headers: match })).status, 200);
    refused(t, await call('PATCH', path, { as: admin, body: { name: 'M' }, headers: match }), 412);
    const organization = await call('GET', `/organizations/${admin.organization_id}/`, { as: admin });
    holds(t, organization.body, 'id name slug is_active counts created_at updated_at');
    refused(t, await call('POST', '/organizations', { as: admin, body: { name: 'Mine' } }), 403);
    const grants = `/organizations/${admin.organization_id}/site-access/`;
    const viewer = await platform.person('viewer');
    const grant = { user_id: viewer.user_id, site_id: site.body.id, reason: 'shift' };
    const granted = await call('POST', grants, { as: admin, body: grant });
    t.equal(granted.status, 201, granted.text);
    t.match(granted.body, { id: UUID, ...grant, expires_at: null });
    t.equal((await call('DELETE', `${grants}${granted.body.id}`, { as: admin })).status, 204);
    refused(t, await call('POST', '/users', { as: owner, body: user('second', 'super_admin') }), 403);
    refused(t, await call('POST', '/users', { as: admin, body: user('peer', 'org_admin') }), 403);
    const headers = { 'idempotency-key': 'key-1' };
    const key = { as: admin, headers, body: { name: 'k', description: 'd', scopes: ['site:read'] } };
    const secret = await call('POST', '/api-keys/', key);
    t.equal(secret.status, 201);
    holds(t, secret.body, 'id name description scopes prefix secret expires_at created_at');
    const replay = await call('POST', '/api-keys/', key);
    refused(t, replay, 409, { what: 'an answer that held a secret' });
    t.match(replay.text, secret.body.id);
    refused(t, await call('POST', '/api-keys/', { ...key, body: { name: 'other' } }), 422);
    const modules = await call('GET', '/modules', { as: owner });
    holds(t, modules.body.items[0], 'id title version status enabled critical prefixes health required_by');
    t.same(keysOf((await call('GET', '/system/read-only', { as: owner })).body), ['read_only', 'source']);
    refused(t, await call('PUT', '/system/read-only', { as: admin, body: { read_only: true } }), 403);
    t.match((await call('GET', '/audit/validate', { as: admin })).body, { valid: true });
  },
);

t.test('users are made, changed and kept by the rules of DECISIONS 12 and 13', async (t) => {
  const made = await call('POST', '/users/', { as: admin, body: user('fields', 'operator') });
  t.equal(made.status, 201, made.text);
  holds(t, made.body, 'id organization_id email username display_name role is_active mfa_enabled');
  holds(t, made.body, 'last_login_at created_at updated_at');
  t.notOk('password' in made.body || 'hashed_password' in made.body);
  for (const role of ['admin', 'guest', 'site_admin'])
    t.equal(
      (await call('POST', '/users', { as: admin, body: user(role.replace('_', '-'), role) })).status,
      201,
      role,
    );
  const path = `/users/${made.body.id}`;
  const headers = { 'if-match': String(made.headers.etag) };
  const rename = { as: admin, body: { display_name: 'F' }, headers };
  t.match(await call('PATCH', path, rename), { status: 200, body: { display_name: 'F' } });
  refused(t, await call('PATCH', path, rename), 412);
  refused(t, await call('PATCH', `/users/${owner.user_id}`, { as: admin, body: { display_name: 'x' } }), 403);
  refused(t, await call('PATCH', `/users/${admin.user_id}`, { as: admin, body: { is_active: false } }), 403);
  refused(t, await call('PATCH', path, { as: admin, body: { role: 'org_admin' } }), 403);
  refused(t, await call('PATCH', path, { as: admin, body: { role: 'wizard' } }), 400);
  t.equal((await call('DELETE', path, { as: admin })).status, 204);
  refused(t, await call('GET', path, { as: admin }), 404);
  const other = await call('POST', '/organizations/', { as: owner, body: { name: 'Other' } });
  t.equal(other.status, 201);
  const foreign = { ...user('foreign', 'org_admin'), organization_id: other.body.id };
  refused(t, await call('POST', '/users', { as: admin, body: { ...foreign, role: 'viewer' } }), 403);
  const lone = await call('POST', '/users', { as: owner, body: foreign });
  t.match(lone, { status: 201, body: { organization_id: other.body.id } });
  refused(t, await call('GET', `/users/${lone.body.id}`, { as: admin }), 404, { what: 'across tenants' });
  refused(t, await call('GET', `/organizations/${other.body.id}`, { as: admin }), 404);
  t.match((await call('GET', '/organizations', { as: admin })).body, { total: 1 });
  const dashboard = await call('GET', `/organizations/${admin.organization_id}/dashboard/`, { as: admin });
  t.equal(dashboard.status, 200, dashboard.text);
});

t.test('keys keep to their bounds, searches are literal, modules belong to the owner', async (t) => {
  const key = (body: object) => call('POST', '/api-keys', { as: admin, body: { name: 'k', ...body } });
  refused(t, await key({ description: 'x'.repeat(2_001) }), 422);
  t.equal((await key({ description: 'x'.repeat(2_000), expires_in_days: 365 })).status, 201);
  for (const expires_in_days of [0, 366, 1.5, '7']) refused(t, await key({ expires_in_days }), 422);
  refused(t, await key({ scopes: [] }), 422);
  refused(t, await key({ scopes: Array.from({ length: 33 }, () => 'site:read') }), 422);
  refused(t, await key({ scopes: ['no:such'] }), 422);
  refused(t, await key({ name: undefined }), 422);
  await call('POST', '/sites', { as: admin, body: { name: '100%_Site' } });
  const found = async (search: string) =>
    (await call('GET', `/sites?search=${encodeURIComponent(search)}`, { as: admin })).body.total;
  t.same([await found('%_s'), await found('1%S'), await found('%25')], [1, 0, 0]);
  refused(t, await call('GET', '/sites?site_id=nonsense', { as: admin }), 422);
  refused(t, await call('GET', '/modules', { as: admin }), 403);
  const patch = (id: string, enabled: boolean) =>
    call('PATCH', `/modules/${id}`, { as: owner, body: { enabled } });
  refused(t, await patch('nothing', false), 404);
  t.match(await patch('audit', false), { status: 200, body: { id: 'audit', enabled: false } });
  refused(t, await call('GET', '/audit', { as: owner }), 404);
  t.equal((await patch('audit', true)).status, 200);
  t.equal((await call('GET', '/audit', { as: owner })).status, 200);
});

t.test('a POST with an Idempotency-Key is done once', async (t) => {
  const make = (name: string, key: string, as = admin) =>
    call('POST', '/sites', { as, body: { name }, headers: { 'idempotency-key': key } });
  const [first, second] = [await make('Once', 'once'), await make('Once', 'once')];
  t.same([first.status, second.status], [201, 201]);
  t.equal(second.body.id, first.body.id);
  refused(t, await make('Twice', 'once'), 422);
  const other = await make('Once', 'once', owner);
  t.not(other.body.id, first.body.id, 'each principal has its own keys');
  t.ok([400, 422].includes((await make('Long', 'x'.repeat(129))).status));
});

t.test('roles are rows; tokens of one kind are not taken for another', async (t) => {
  const role = await call('POST', '/roles/', { as: admin, body: { name: 'R', permissions: ['site:read'] } });
  t.equal(role.status, 201, role.text);
  holds(t, role.body, 'id name description permissions created_at updated_at');
  const { refresh_token, token } = owner;
  refused(t, await call('GET', '/auth/me', { token: refresh_token }), 401);
  refused(t, await call('POST', '/auth/refresh', { body: { refresh_token: token } }), 401);
  t.match((await call('GET', '/system/read-only', { as: owner })).body, { read_only: false });
  const put = (body: object) => call('PUT', '/system/read-only/', { as: owner, body });
  refused(t, await put({ read_only: 'yes' }), 422);
  t.match(await put({ read_only: true }), { status: 200, body: { read_only: true } });
  t.match(await put({ read_only: null }), { status: 200, body: { read_only: false } });
});

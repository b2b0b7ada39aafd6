import t from 'tap';
import { bootPlatform, PASSWORD, type Person } from '../../harness/index.ts';

const MODULES = 'identity,api-keys,organizations,system,audit';
const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false });
const owner = await harness.owner();
const admin = await harness.person('org_admin');
const viewer = await harness.person('viewer');
const foreignId = await harness.organization('Second Networks');
const foreigner = await harness.person('org_admin', foreignId);

const call = (method: string, path: string, as: Person, body?: unknown, headers = {}) =>
  harness.call(method, path, { as, headers, ...(body === undefined ? {} : { body }) });

t.test('a derived slug takes a suffix, a given one that is taken is 409', async (t) => {
  const first = await call('POST', '/sites/', admin, { name: 'Head Office' });
  t.equal(first.status, 201);
  t.match(first.body, { slug: 'head-office', device_count: 0, description: null });
  t.equal((await call('POST', '/sites', admin, { name: 'Head office!' })).body.slug, 'head-office-2');
  t.equal((await call('POST', '/sites', admin, { name: 'X', slug: 'head-office' })).status, 409);
  t.equal((await call('POST', '/sites', foreigner, { name: 'X', slug: 'head-office' })).status, 201);
  t.equal((await call('POST', '/sites', admin, { name: 'X', slug: 'Not A Slug' })).status, 422);
  t.equal((await call('POST', '/sites', admin, { name: 'X', timezone: 'Mars/Base' })).status, 422);
  t.equal((await call('POST', '/sites', viewer, { name: 'X' })).status, 403);
});

t.test('of parallel creations with one slug one wins', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => call('POST', '/sites', admin, { name: 'Race', slug: 'race' })),
  );
  t.same(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409, 409, 409]);
  const derived = await Promise.all(
    Array.from({ length: 8 }, () => call('POST', '/sites', admin, { name: 'Crowd' })),
  );
  t.equal(new Set(derived.map(({ body }) => body.slug)).size, 8);
});

t.test('a site is read, changed with If-Match, and deleted; the slug is free again', async (t) => {
  const made = await call('POST', '/sites', admin, {
    name: 'Depot',
    slug: 'depot',
    timezone: 'Europe/Berlin',
  });
  const path = `/sites/${made.body.id}`;
  const seen = await call('GET', path, viewer);
  t.same(seen.body, made.body);
  const changed = await call(
    'PATCH',
    path,
    admin,
    { name: 'Depot 2' },
    { 'if-match': String(seen.headers['etag']) },
  );
  t.equal(changed.body.name, 'Depot 2');
  t.equal(changed.body.timezone, 'Europe/Berlin');
  t.equal(
    (await call('PATCH', path, admin, { name: 'Z' }, { 'if-match': String(seen.headers['etag']) })).status,
    412,
  );
  t.equal((await call('DELETE', path, admin)).status, 204);
  t.equal((await call('GET', path, admin)).status, 404);
  t.equal((await call('DELETE', path, admin)).status, 404);
  t.equal((await call('POST', '/sites', admin, { name: 'Depot', slug: 'depot' })).status, 201);
});

t.test('percent signs and underscores are searched for literally, pages end where they should', async (t) => {
  await call('POST', '/sites', admin, { name: '100% wool_mill' });
  for (const [search, total] of [
    ['100%', 1],
    ['l_m', 1],
    ['%', 1],
    ['_', 1],
    ['x_x', 0],
  ] as const)
    t.equal(
      (await call('GET', `/sites?search=${encodeURIComponent(search)}`, viewer)).body.total,
      total,
      search,
    );
  const page = await call('GET', '/sites?per_page=2&page=2&sort=-name', viewer);
  t.equal(page.body.items.length, 2);
  t.equal(page.body.pages, Math.ceil(page.body.total / 2));
  t.equal((await call('GET', '/sites?per_page=101', viewer)).status, 422);
  t.equal((await call('GET', '/sites?sort=deleted_at', viewer)).status, 422);
});

t.test("another organization's records are not found", async (t) => {
  const mine = await call('POST', '/sites', admin, { name: 'Private' });
  for (const method of ['GET', 'DELETE'])
    t.equal((await call(method, `/sites/${mine.body.id}`, foreigner)).status, 404);
  t.equal((await call('PATCH', `/sites/${mine.body.id}`, foreigner, { name: 'Y' })).status, 404);
  t.equal((await call('GET', `/users/${viewer.user_id}`, foreigner)).status, 404);
  t.equal((await call('DELETE', `/users/${viewer.user_id}`, foreigner)).status, 404);
  t.equal((await call('GET', `/organizations/${owner.organization_id}`, foreigner)).status, 404);
  const grant = { user_id: viewer.user_id, site_id: mine.body.id };
  const path = `/organizations/${foreignId}/site-access`;
  t.equal((await call('POST', path, foreigner, grant)).status, 404);
  t.equal((await call('GET', '/users', foreigner)).body.total, 1);
});

t.test('one assigns and touches only what stands strictly below oneself', async (t) => {
  const user = (name: string, role: string) => ({
    email: `${name}@example.org`,
    username: name,
    password: PASSWORD,
    role,
  });
  t.equal((await call('POST', '/users', admin, user('peer', 'org_admin'))).status, 403);
  t.equal((await call('POST', '/users', owner, user('boss', 'super_admin'))).status, 403);
  t.equal((await call('POST', '/users', admin, user('odd', 'wizard'))).status, 400);
  t.equal((await call('POST', '/users', viewer, user('odd', 'guest'))).status, 403);
  t.equal(
    (await call('POST', '/users', admin, { ...user('odd', 'guest'), organization_id: foreignId })).status,
    403,
  );
  const made = await call('POST', '/users', admin, user('helper', 'admin'));
  t.equal(made.status, 201);
  t.notOk('password' in made.body || 'password_hash' in made.body);
  t.equal((await call('PATCH', `/users/${made.body.id}`, admin, { role: 'org_admin' })).status, 403);
  t.equal((await call('PATCH', `/users/${admin.user_id}`, admin, { display_name: 'me' })).status, 403);
  t.equal((await call('PATCH', `/users/${owner.user_id}`, admin, { is_active: false })).status, 403);
  t.equal((await call('PATCH', `/users/${made.body.id}`, admin, { role: 'operator' })).body.role, 'operator');
  t.equal((await call('POST', '/users', admin, user('HELPER', 'guest'))).status, 409);
  t.equal((await call('DELETE', `/users/${made.body.id}`, admin)).status, 204);
  t.equal((await call('POST', '/users', admin, user('helper', 'guest'))).status, 201);
});

t.test('a new role, a disabled user and a deleted user act at once', async (t) => {
  const operator = await harness.person('operator');
  await call('PATCH', `/users/${operator.user_id}`, admin, { role: 'viewer' });
  t.equal((await call('GET', '/auth/me', operator)).status, 401);
  const again = await harness.signIn(operator.email);
  t.equal(again.role, 'viewer');
  await call('PATCH', `/users/${operator.user_id}`, admin, { is_active: false });
  t.equal((await call('GET', '/auth/me', again)).status, 403);
  const body = { login: operator.email, password: PASSWORD };
  t.equal((await harness.call('POST', '/auth/login', { body, from: '127.99.1.1' })).status, 403);
  await call('DELETE', `/users/${operator.user_id}`, admin);
  t.equal((await call('GET', '/auth/me', again)).status, 401);
  t.equal((await harness.call('POST', '/auth/login', { body, from: '127.99.1.2' })).status, 401);
});

t.test('grants narrow a user to sites at once, and revoking the last one lifts them', async (t) => {
  const person = await harness.person('operator');
  const [open, shut] = [await harness.site(admin, 'Open'), await harness.site(admin, 'Shut')];
  const path = `/organizations/${admin.organization_id}/site-access/`;
  t.equal((await call('GET', `/sites/${shut}`, person)).status, 200);
  const granted = await call('POST', path, admin, {
    user_id: person.user_id,
    site_id: open,
    reason: 'field work',
  });
  t.equal(granted.status, 201);
  t.equal((await call('POST', path, admin, { user_id: person.user_id, site_id: open })).status, 409);
  t.equal((await call('GET', `/sites/${open}`, person)).status, 200);
  t.equal((await call('GET', `/sites/${shut}`, person)).status, 404);
  t.equal((await call('GET', '/sites', person)).body.total, 1);
  t.equal((await call('GET', `/sites?site_id=${shut}`, person)).body.total, 0);
  t.equal((await call('POST', path, admin, { user_id: admin.user_id, site_id: open })).status, 403);
  t.equal((await call('DELETE', `${path}${granted.body.id}`, admin)).status, 204);
  t.equal((await call('GET', `/sites/${shut}`, person)).status, 200);
  const past = { user_id: person.user_id, site_id: open, expires_at: '2020-01-01T00:00:00Z' };
  t.equal((await call('POST', `${path}bulk`, admin, { grants: [past] })).status, 201);
  t.equal((await call('GET', '/sites', person)).body.total, 0);
});

t.test('bulk grants happen together or not at all', async (t) => {
  const person = await harness.person('operator');
  const site = await harness.site(admin, 'Bulk');
  const grants = [
    { user_id: person.user_id, site_id: site },
    { user_id: person.user_id, site_id: owner.user_id },
  ];
  const path = `/organizations/${admin.organization_id}/site-access`;
  t.equal((await call('POST', `${path}/bulk`, admin, { grants })).status, 404);
  t.equal((await call('GET', `${path}?user_id=${person.user_id}`, admin)).body.total, 0);
});

t.test('super administrators see every organization, others their own', async (t) => {
  const all = await call('GET', '/organizations', owner);
  t.same(
    all.body.items.map(({ id }: { id: string }) => id).sort(),
    [owner.organization_id, foreignId].sort(),
  );
  const own = await call('GET', '/organizations', foreigner);
  t.same(
    own.body.items.map(({ id }: { id: string }) => id),
    [foreignId],
  );
  t.match(own.body.items[0].counts, { users: 1, sites: 1 });
  t.equal((await call('GET', `/organizations/${foreignId}/dashboard`, owner)).body.counts.users, 1);
  t.equal(
    (await call('PATCH', `/organizations/${foreignId}`, foreigner, { name: 'Renamed' })).body.name,
    'Renamed',
  );
  t.equal((await call('PATCH', `/organizations/${foreignId}`, foreigner, { is_active: false })).status, 403);
  t.equal((await call('POST', '/organizations', admin, { name: 'Third' })).status, 403);
  t.equal(
    (await call('POST', '/organizations', owner, { name: 'Third', slug: 'first-networks' })).status,
    409,
  );
  t.equal((await call('DELETE', `/organizations/${owner.organization_id}`, owner)).status, 409);
});

t.test('users of a disabled or deleted organization cannot act', async (t) => {
  const id = await harness.organization('Short Lived');
  const person = await harness.person('org_admin', id);
  await call('PATCH', `/organizations/${id}`, owner, { is_active: false });
  t.equal((await call('GET', '/auth/me', person)).status, 403);
  await call('PATCH', `/organizations/${id}`, owner, { is_active: true });
  t.equal((await call('GET', '/auth/me', person)).status, 200);
  t.equal((await call('DELETE', `/organizations/${id}`, owner)).status, 204);
  t.equal((await call('GET', '/auth/me', person)).status, 401);
  t.equal((await call('GET', `/organizations/${id}`, owner)).status, 404);
});

t.test('stored roles are kept with known permissions only', async (t) => {
  const body = { name: 'Night shift', permissions: ['site:read', 'site:*'] };
  const made = await call('POST', '/roles/', admin, body);
  t.equal(made.status, 201);
  t.equal((await call('POST', '/roles', admin, body)).status, 409);
  t.equal((await call('POST', '/roles', admin, { name: 'X', permissions: ['no:such'] })).status, 422);
  const patched = await call('PATCH', `/roles/${made.body.id}`, admin, { permissions: [] });
  t.same(patched.body.permissions, []);
  t.equal((await call('DELETE', `/roles/${made.body.id}`, admin)).status, 204);
  t.equal((await call('GET', '/roles', admin)).body.total, 0);
});

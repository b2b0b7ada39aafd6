import { DATABASE } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import { bootPlatform, type Person, waitFor } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';

const harness = await bootPlatform(t);
const owner = await harness.owner();
const operator = await harness.person('operator');
const colleague = await harness.person('operator');
const viewer = await harness.person('viewer');
const guest = await harness.person('guest');
const admin = await harness.person('org_admin');
const stranger = await harness.person('org_admin', await harness.organization('Second Networks'));
const outside = new pg.Client(harness.databaseUrl);
await outside.connect();
t.teardown(() => outside.end());

const site_id = await harness.site(owner, 'First site');
/** A person who is held to the first site. */
async function heldAs(role: 'operator' | 'org_admin'): Promise<Person> {
  const person = await harness.person(role);
  const body = { user_id: person.user_id, site_id };
  const path = `/organizations/${owner.organization_id}/site-access`;
  t.equal((await harness.call('POST', path, { as: owner, body })).status, 201);
  return person;
}
const held = await heldAs('operator');
const heldAdmin = await heldAs('org_admin');

const search = { status: 'offline', tag: ['core', 'leased'], sort: '-name' };
const input = (name: string, more: object = {}) => ({ name, page: 'inventory/devices', search, ...more });
const call = (as: Person, method: string, path: string, body?: object, headers?: Record<string, string>) =>
  harness.call(method, path, { as, ...(body ? { body } : {}), ...(headers ? { headers } : {}) });
const save = (as: Person, name: string, more: object = {}) => call(as, 'POST', '/views', input(name, more));
const idsSeen = async (as: Person, query = ''): Promise<readonly string[]> => {
  const { status, body } = await call(as, 'GET', `/views?per_page=100${query}`);
  t.equal(status, 200);
  return body.items.map(({ id }: { id: string }) => id);
};
const recordsOf = async (id: string) => {
  const { rows } = await outside.query(
    'select action, detail from audit_log where target_id = $1 order by id',
    [id],
  );
  return rows;
};
const eventsOf = async (id: string): Promise<readonly string[]> => {
  const { rows } = await outside.query(
    `select event_type from event_log where payload->>'view_id' = $1 order by id`,
    [id],
  );
  return rows.map(({ event_type }) => event_type);
};

t.test('a view is kept as it was saved, for its owner alone', async (t) => {
  const created = await save(viewer, 'Offline cores');
  t.equal(created.status, 201, created.text);
  const { id, created_at, updated_at, ...shown } = created.body;
  t.same(shown, { ...input('Offline cores'), is_shared: false, owner_id: viewer.user_id, is_own: true });
  t.same((await call(viewer, 'GET', `/views/${id}`)).body, created.body);
  t.ok((await idsSeen(viewer)).includes(id));
  for (const other of [operator, admin, owner, held, stranger]) {
    t.notOk((await idsSeen(other)).includes(id), `${other.role} does not list it`);
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Taken' }], ['DELETE']] as const)
      t.equal((await call(other, method, `/views/${id}`, body)).status, 404, `${other.role} ${method}`);
  }
  t.same(await recordsOf(id), [
    { action: 'views.create', detail: { page: 'inventory/devices', is_shared: false } },
  ]);
  t.same(await eventsOf(id), []);
});

t.test('a shared view is seen by everybody in the organization, and says whose it is', async (t) => {
  const { body } = await save(operator, 'For all', { is_shared: true });
  for (const other of [viewer, colleague, admin, held]) {
    const seen = await call(other, 'GET', `/views/${body.id}`);
    t.same([seen.status, seen.body], [200, { ...body, is_own: false }]);
    t.ok((await idsSeen(other)).includes(body.id));
  }
  t.equal((await call(stranger, 'GET', `/views/${body.id}`)).status, 404);
  t.same(await eventsOf(body.id), ['view.created']);
  t.match(await recordsOf(body.id), [{ detail: { name: 'For all', is_shared: true } }]);
});

t.test('its owner and administrators change and delete a shared view, others do not', async (t) => {
  const { body } = await save(operator, 'Of an operator', { is_shared: true });
  const path = `/views/${body.id}`;
  for (const other of [viewer, colleague, held, heldAdmin])
    for (const [method, patch] of [['PATCH', { name: 'Taken' }], ['DELETE']] as const)
      t.equal((await call(other, method, path, patch)).status, 403, `${other.role} ${method}`);
  t.match((await call(admin, 'PATCH', path, { name: 'Renamed' })).body, { name: 'Renamed', is_own: false });
  t.match((await call(operator, 'PATCH', path, { search: {} })).body, { search: {}, is_own: true });
  t.equal((await call(admin, 'DELETE', path)).status, 204);
  t.equal((await call(operator, 'GET', path)).status, 404);
  t.same(await eventsOf(body.id), ['view.created', 'view.updated', 'view.updated', 'view.deleted']);
});

t.test('an owner shares a view and takes it back', async (t) => {
  const { body } = await save(operator, 'Sometimes shared');
  const path = `/views/${body.id}`;
  t.match((await call(operator, 'PATCH', path, { is_shared: true })).body, { is_shared: true });
  t.equal((await call(viewer, 'GET', path)).status, 200);
  t.match((await call(operator, 'PATCH', path, { is_shared: false })).body, { is_shared: false });
  t.equal((await call(viewer, 'GET', path)).status, 404);
  t.same(await eventsOf(body.id), ['view.created', 'view.deleted']);
});

t.test('a viewer shares nothing, a guest keeps nothing', async (t) => {
  t.equal((await save(viewer, 'Mine', { is_shared: true })).status, 403);
  const { body } = await save(viewer, 'Mine');
  t.equal((await call(viewer, 'PATCH', `/views/${body.id}`, { is_shared: true })).status, 403);
  t.match((await call(viewer, 'GET', `/views/${body.id}`)).body, { is_shared: false });
  t.equal((await save(guest, 'Mine')).status, 403);
  t.equal((await call(guest, 'GET', '/views')).status, 403);
});

t.test('an owner who may share no more may take the shared view back, and not change it', async (t) => {
  const fallen = await harness.person('operator');
  const { body } = await save(fallen, 'Of a former operator', { is_shared: true });
  await outside.query(`update users set role = 'viewer' where id = $1`, [fallen.user_id]);
  const again = await harness.signIn(fallen.email);
  const path = `/views/${body.id}`;
  t.equal((await call(again, 'PATCH', path, { name: 'Renamed' })).status, 403);
  t.match((await call(again, 'PATCH', path, { name: 'Renamed', is_shared: false })).body, {
    name: 'Renamed',
  });
});

t.test('people held to sites keep private views, and share none', async (t) => {
  for (const person of [held, heldAdmin]) {
    const { status, body } = await save(person, 'Of my site');
    t.equal(status, 201);
    const path = `/views/${body.id}`;
    t.equal((await call(person, 'PATCH', path, { name: 'Renamed' })).status, 200);
    t.equal((await call(person, 'PATCH', path, { is_shared: true })).status, 403);
    t.equal((await save(person, 'For all', { is_shared: true })).status, 403);
    t.equal((await call(person, 'DELETE', path)).status, 204);
  }
  const { body } = await save(operator, 'Shared before', { is_shared: true });
  await outside.query('update saved_views set owner_id = $1 where id = $2', [held.user_id, body.id]);
  for (const [method, patch] of [['PATCH', { is_shared: false }], ['DELETE']] as const)
    t.equal((await call(held, method, `/views/${body.id}`, patch)).status, 403, 'nor is an own one changed');
});

t.test('the database itself refuses a shared row of people held to sites', async (t) => {
  const principal: Principal = {
    kind: 'system',
    user_id: null,
    organization_id: owner.organization_id,
    role: 'org_admin',
    scopes: null,
    site_ids: [site_id],
    key_id: null,
    session_id: null,
    token_version: 0,
  };
  const { body } = await save(operator, 'Guarded twice', { is_shared: true });
  const database = harness.get(DATABASE);
  const changed = await database.write(principal, (work) =>
    work.sql.updateTable('saved_views').set({ name: 'Taken' }).where('id', '=', body.id).executeTakeFirst(),
  );
  t.equal(changed.numUpdatedRows, 0n);
  const { body: own } = await save(held, 'Private');
  await t.rejects(
    database.write(principal, (work) =>
      work.sql.updateTable('saved_views').set({ is_shared: true }).where('id', '=', own.id).execute(),
    ),
  );
});

t.test('a list is narrowed to a page of the client, by text, and to no site', async (t) => {
  const { body: one } = await save(colleague, 'Narrow 100%', { page: 'changes' });
  const { body: other } = await save(colleague, 'Narrow 100x', { page: 'fabric/events' });
  t.same(await idsSeen(colleague, '&for_page=changes'), [one.id]);
  t.same(await idsSeen(colleague, '&for_page=change'), []);
  t.same(await idsSeen(colleague, '&search=narrow%20100%25'), [one.id]);
  t.same(await idsSeen(colleague, '&search=FABRIC/'), [other.id]);
  t.same(await idsSeen(colleague, `&site_id=${site_id}`), []);
});

t.test('a change that comes too late is refused, and one that changes nothing writes nothing', async (t) => {
  const created = await save(operator, 'Tagged');
  const path = `/views/${created.body.id}`;
  const etag = String(created.headers['etag']);
  const changed = await call(operator, 'PATCH', path, { name: 'Tagged again' }, { 'if-match': etag });
  t.equal(changed.status, 200);
  for (const [method, body] of [['PATCH', { name: 'Late' }], ['DELETE']] as const)
    t.equal((await call(operator, method, path, body, { 'if-match': etag })).status, 412, method);
  const same = await call(operator, 'PATCH', path, {
    search: Object.fromEntries(Object.entries(search).reverse()),
  });
  t.same([same.status, same.headers['etag']], [200, changed.headers['etag']]);
  t.equal((await recordsOf(created.body.id)).length, 2);
  const { etag: now } = same.headers;
  t.equal((await call(operator, 'DELETE', path, undefined, { 'if-match': String(now) })).status, 204);
});

t.test('what is no view is refused', async (t) => {
  const long = 'x'.repeat(101);
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v']));
  const cases: readonly object[] = [
    input(''),
    input(long),
    input('a\nb'),
    input(' '),
    input('x'.repeat(10_000)),
    input('x', { page: '' }),
    input('x', { page: long }),
    input('x', { page: 'Inventory' }),
    input('x', { page: '../..?' }),
    input('x', { search: many }),
    input('x', { search: { [long]: 'v' } }),
    input('x', { search: { '': 'v' } }),
    input('x', { search: { k: 'v'.repeat(2_001) } }),
    input('x', { search: { k: ['v'.repeat(2_001)] } }),
    input('x', { search: { k: Array.from({ length: 51 }, () => 'v') } }),
    input('x', { search: { k: 7 } }),
    input('x', { search: { k: { nested: 'v' } } }),
    input('x', { search: [] }),
    input('x', { search: { k: '\u0000' } }),
    input('x', { is_shared: 'yes' }),
    input('x', { owner_id: admin.user_id }),
    { name: 'x', page: 'changes' },
  ];
  for (const body of cases)
    t.equal((await call(operator, 'POST', '/views', body)).status, 422, JSON.stringify(body).slice(0, 80));
  const full = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'v'.repeat(2_000)]));
  t.equal((await save(operator, 'As large as may be', { search: full })).status, 201);
  const wide = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`k${n}`, Array.from({ length: 2 }, () => 'v'.repeat(2_000))]),
  );
  const refused = await save(operator, 'Larger', { search: wide });
  t.match(
    [refused.status, refused.body],
    [422, { error: { details: [{ field: 'search', type: 'too_long' }] } }],
  );
  const forged = JSON.parse('{"name":"x","page":"changes","search":{"__proto__":"x"}}') as object;
  t.equal((await call(operator, 'POST', '/views', forged)).status, 400);
});

t.test('a user keeps a hundred views and no more, however many are saved at once', async (t) => {
  const collector = await harness.person('viewer');
  await outside.query(
    `insert into saved_views (id, organization_id, owner_id, name, page, search)
     select gen_random_uuid(), $1, $2, 'View ' || n, 'changes', '{}' from generate_series(1, 97) n`,
    [collector.organization_id, collector.user_id],
  );
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => save(collector, `More ${n}`)));
  const statuses = answers.map(({ status }) => status);
  t.same(statuses.toSorted(), [201, 201, 201, 409, 409, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  t.match(refused?.body.error.message, /100 views/);
  const { body } = answers.find(({ status }) => status === 201) ?? refused ?? {};
  t.equal((await call(collector, 'DELETE', `/views/${body.id}`)).status, 204);
  t.equal((await save(collector, 'In its place')).status, 201);
});

t.test('the views of a user go with the user', async (t) => {
  const leaving = await harness.person('operator');
  const { body: shared } = await save(leaving, 'Shared', { is_shared: true });
  const { body: own } = await save(leaving, 'Own');
  t.equal((await call(owner, 'DELETE', `/users/${leaving.user_id}`)).status, 204);
  t.equal((await call(viewer, 'GET', `/views/${shared.id}`)).status, 404, 'at once');
  await waitFor('the rows to be deleted', async () => {
    const { rows } = await outside.query(
      'select from saved_views where owner_id = $1 and deleted_at is null',
      [leaving.user_id],
    );
    return rows.length === 0;
  });
  t.same(await eventsOf(shared.id), ['view.created', 'view.deleted']);
  t.same(
    (await recordsOf(own.id)).map(({ action }) => action),
    ['views.create', 'views.delete'],
  );
});

t.test('a key with scopes shares only with the scope that says so', async (t) => {
  const keyWith = async (scopes: readonly string[]): Promise<string> => {
    const { body } = await call(operator, 'POST', '/api-keys', { name: scopes.join(' '), scopes });
    return String(body.secret);
  };
  const shares = async (scopes: readonly string[]): Promise<number> => {
    const body = input('By a key', { is_shared: true });
    return (await harness.call('POST', '/views', { apiKey: await keyWith(scopes), body })).status;
  };
  t.equal(await shares(['view:read', 'view:write']), 403);
  t.equal(await shares(['view:write', 'view:share']), 201);
});

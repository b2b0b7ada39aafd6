import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { bootPlatform, type Person, waitFor } from '../harness/index.ts';

/** A router of the attacker's own: it answers nothing useful and keeps what it is told. */
async function ownRouter(): Promise<{ readonly url: string; readonly heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(String(request.headers.authorization));
    response.writeHead(401).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

const harness = await bootPlatform(t);
const owner = await harness.owner();
const { organization_id } = owner;
const [mine, other] = [await harness.site(owner, 'Mine'), await harness.site(owner, 'Other')];
const login = { kind: 'password', username: 'admin', secret: 'the-password-of-the-core' };
const wide = await made('/credentials', { name: 'Core', ...login });
const theirs = await made('/credentials', { name: 'Other site', ...login, site_id: other });
await made('/controllers', controller('https://192.0.2.1', other, { credential_id: wide }));

function controller(url: string, site_id: string, more: object = {}) {
  return { name: 'c', site_id, vendor: 'mikrotik', url, ...more };
}

async function made(path: string, body: object, as: Person = owner): Promise<string> {
  const answer = await harness.call('POST', path, { as, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

async function heldTo(site_id: string, role: 'admin' | 'org_admin'): Promise<Person> {
  const person = await harness.person(role);
  await made(`/organizations/${organization_id}/site-access`, { user_id: person.user_id, site_id });
  return harness.signIn(person.email);
}

const call = (method: string, path: string, as: Person, body?: object) =>
  harness.call(method, path, { as, ...(body ? { body } : {}) });

t.test('a stored password is not drawn out by a controller of one of the sites', async (t) => {
  const router = await ownRouter();
  for (const role of ['admin', 'org_admin'] as const) {
    const held = await heldTo(mine, role);
    const own = await made('/controllers', controller(router.url, mine), held);
    for (const [credential_id, status] of [
      [wide, 403],
      [theirs, 404],
    ] as const) {
      const tried = [
        await call('POST', '/controllers', held, controller(router.url, mine, { credential_id })),
        await call('PATCH', `/controllers/${own}`, held, { credential_id }),
        await call('POST', `/credentials/${credential_id}/test`, held, { controller_id: own }),
      ];
      t.same(
        tried.map((answer) => answer.status),
        [status, status, status],
        role,
      );
    }
    await call('POST', `/controllers/${own}/test`, held);
  }
  t.same(router.heard, []);
});

t.test('a stored password goes to the hosts it is bound to alone, at whatever moment', async (t) => {
  const [router, elsewhere] = [await ownRouter(), await ownRouter()];
  const credential_id = await made('/credentials', { name: 'Bound', ...login });
  const id = await made('/controllers', controller(router.url, mine, { credential_id }));
  const { host } = new URL(router.url);
  const path = `/credentials/${credential_id}`;
  t.same((await call('GET', path, owner)).body.hosts, [host]);
  await call('POST', `/controllers/${id}/test`, owner);
  const told = router.heard.length;
  t.ok(told > 0, 'the bound host is told');
  t.same((await call('PATCH', path, owner, { hosts: [elsewhere.url] })).body.hosts, [
    new URL(elsewhere.url).host,
  ]);
  const refused = await call('POST', `/controllers/${id}/test`, owner);
  t.match(refused, { status: 502, body: { error: { message: /not bound to this host/ } } });
  const sync = await call('POST', `/controllers/${id}/sync`, owner);
  const run = `/controllers/${id}/syncs/${sync.body.sync_id}`;
  await waitFor('the sync to end', async () => (await call('GET', run, owner)).body.status === 'failed');
  t.match((await call('GET', run, owner)).body, { error: /not bound to this host/ });
  t.same([router.heard.length, elsewhere.heard.length], [told, 0]);
  const trail = await call('GET', '/audit?per_page=200&search=host_bound', owner);
  t.ok(trail.body.items.some((row: { target_id: string }) => row.target_id === credential_id));
});

t.test('a controller that moves to another host asks for the secret again', async (t) => {
  const [router, elsewhere] = [await ownRouter(), await ownRouter()];
  const credential_id = await made('/credentials', { name: 'Moved', ...login });
  const id = await made('/controllers', controller(router.url, mine, { credential_id }));
  const moved = await call('PATCH', `/controllers/${id}`, owner, { url: elsewhere.url });
  t.match(moved, { status: 200, body: { credential_id: null } });
  await call('POST', `/controllers/${id}/test`, owner);
  t.same(elsewhere.heard, []);
});

t.test('a password is not sent where everything on the way sees it', async (t) => {
  const readable = controller('http://192.0.2.7', mine, { credential_id: wide });
  const refused = await call('POST', '/controllers', owner, readable);
  t.match(refused, { status: 422, body: { error: { details: [{ field: 'url', type: 'plaintext' }] } } });
  const id = await made('/controllers', { ...readable, allow_plaintext: true });
  const path = `/controllers/${id}`;
  t.equal((await call('PATCH', path, owner, { allow_plaintext: false })).status, 422);
  t.match((await call('GET', path, owner)).body, { allow_plaintext: true, credential_id: wide });
  const bare = await made('/controllers', controller('http://192.0.2.7', mine));
  t.equal((await call('PATCH', `/controllers/${bare}`, owner, { credential_id: wide })).status, 422);
  for (const url of ['http://localhost:1', 'http://[::1]:1', 'http://127.9.9.9:1'])
    await made('/controllers', controller(url, mine, { credential_id: wide }));
});

t.test('people held to a site keep sign-ins of that site, and touch no others', async (t) => {
  const router = await ownRouter();
  const held = await heldTo(mine, 'org_admin');
  t.equal((await call('POST', '/credentials', held, { name: 'x', ...login })).status, 403);
  t.equal((await call('POST', '/credentials', held, { name: 'x', ...login, site_id: other })).status, 404);
  const own = await made('/credentials', { name: 'Own', ...login, site_id: mine }, held);
  const used = await made('/controllers', controller(router.url, mine, { credential_id: own }), held);
  await call('POST', `/controllers/${used}/test`, held);
  t.ok(router.heard.length > 0);
  const listed = (await call('GET', '/credentials?per_page=200', held)).body.items;
  t.notOk(
    listed.some(({ id }: { id: string }) => id === theirs),
    'those of other sites are hidden',
  );
  for (const [id, status] of [
    [wide, 403],
    [theirs, 404],
  ] as const) {
    t.equal((await call('PATCH', `/credentials/${id}`, held, { secret: 'mine now' })).status, status);
    t.equal((await call('PATCH', `/credentials/${id}`, held, { hosts: ['192.0.2.66'] })).status, status);
    t.equal((await call('DELETE', `/credentials/${id}`, held)).status, status);
  }
  t.equal((await call('PATCH', `/credentials/${own}`, held, { site_id: null })).status, 403);
  t.equal((await call('DELETE', `/credentials/${own}`, held)).status, 409, 'it is in use');
});

t.test(
  'a sign-in of the organization is not trusted to another certificate by people held to a site',
  async (t) => {
    const held = await heldTo(mine, 'admin');
    const id = await made('/controllers', controller('https://192.0.2.9', mine, { credential_id: wide }));
    const path = `/controllers/${id}`;
    const loosened = { tls: { verify: false }, credential_id: wide };
    t.equal((await call('PATCH', path, held, loosened)).status, 403);
    t.match((await call('GET', path, owner)).body, { credential_id: wide, tls: { verify: true } });
    t.match(await call('PATCH', path, held, { name: 'same', credential_id: wide }), { status: 200 });
    t.match(await call('PATCH', path, owner, loosened), { status: 200, body: { credential_id: wide } });
  },
);

t.test(
  'a sign-in of one site is none for another, and in use counts what the caller cannot see',
  async (t) => {
    const crossed = await call(
      'POST',
      '/controllers',
      owner,
      controller('https://192.0.2.3', mine, { credential_id: theirs }),
    );
    t.match(crossed, {
      status: 422,
      body: { error: { details: [{ field: 'credential_id', type: 'other_site' }] } },
    });
    const id = await made('/controllers', controller('https://192.0.2.3', other, { credential_id: theirs }));
    t.equal((await call('PATCH', `/controllers/${id}`, owner, { site_id: mine })).status, 422);
    t.equal((await call('PATCH', `/credentials/${wide}`, owner, { site_id: mine })).status, 409);
    t.equal((await call('DELETE', `/credentials/${wide}`, owner)).status, 409);
  },
);

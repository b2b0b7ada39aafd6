import { MODULE_REGISTRY } from '@patchbay/kernel/modules';
import {
  decide,
  PERMISSION_MAP,
  type Principal,
  ROLE_NAMES,
  type RoleName,
  systemPrincipal,
} from '@patchbay/kernel/permissions';
import t from 'tap';
import type { Harness, Person } from '../harness/index.ts';
import { pathOf, type Swept, target } from './support/routes.ts';
import { Sampler } from './support/sample.ts';
import { some } from './support/some.ts';
import { bootWorld } from './support/world.ts';

const { harness, owner, routes } = await bootWorld(t);
const closed = routes.filter(({ isPublic }) => !isPublic);
const map = harness.get(PERMISSION_MAP);
const sampler = new Sampler();

const send = (swept: Swept, options: Parameters<Harness['call']>[2]) =>
  harness.call(swept.method, target(pathOf(swept)), {
    ...(swept.body ? { body: sampler.value(swept.body) } : {}),
    ...options,
  });

const holderOf = (role: RoleName, scopes: readonly string[] | null = null): Principal => ({
  ...systemPrincipal(owner.organization_id),
  kind: scopes ? 'api_key' : 'user',
  user_id: owner.user_id,
  role,
  scopes,
});

t.test('there are routes that are not public, and modules that are on', async (t) => {
  t.ok(closed.length > 20);
  t.ok(
    harness
      .get(MODULE_REGISTRY)
      .list()
      .some(({ enabled }) => enabled),
  );
});

t.test('every route that is not public answers 401 with a challenge when no credential comes', async (t) => {
  for (const swept of some('access 1', closed)) {
    const { status, headers, body } = await send(swept, {});
    t.same([status, headers['www-authenticate'], body?.error?.code], [401, 'Bearer', 401], swept.name);
  }
});

t.test(
  'every route that is not public answers 401 to a token, a key and a cookie that nobody gave',
  async (t) => {
    const forged: readonly Record<string, string>[] = [
      { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
      { 'x-api-key': `svck_AAAAAAAAAAAA_${'A'.repeat(43)}` },
      { cookie: 'svc_access=forged; svc_csrf=x', 'x-csrf-token': 'x' },
    ];
    for (const swept of some('access 2', closed))
      for (const headers of forged) {
        const answer = await send(swept, { headers });
        t.same(
          [answer.status, answer.headers['www-authenticate']],
          [401, 'Bearer'],
          `${swept.name} ${Object.keys(headers)[0]}`,
        );
      }
  },
);

t.test(
  'every role that lacks the permission or level of a route is answered 403, whatever it sends',
  async (t) => {
    for (const role of ROLE_NAMES.filter((name) => name !== 'super_admin')) {
      const person = await harness.person(role);
      for (const swept of some(
        'access 3',
        closed.filter(({ route }) => !decide(map, holderOf(role), route.access).allowed),
      )) {
        const { status, body } = await send(swept, { as: person });
        t.same([status, body?.error?.code], [403, 403], `${swept.name} as ${role}`);
      }
    }
  },
);

t.test('a guest reaches nothing but what asks for a credential only, and breaks nothing there', async (t) => {
  const guest = await harness.person('guest');
  const open = closed.filter(({ route }) => decide(map, holderOf('guest'), route.access).allowed);
  for (const swept of open) {
    t.notOk('permission' in swept.route.access, `${swept.name} is open to guests`);
    const current = await stillSignedIn(guest);
    const { status, text } = await send(swept, { as: current });
    t.ok(status !== 401 && status < 500, `${swept.name} answers ${status} ${text.slice(0, 200)}`);
  }
});

/** Some of these routes end sessions. */
async function stillSignedIn(person: Person): Promise<Person> {
  const { status } = await harness.call('GET', '/auth/me', { as: person });
  return status === 200 ? person : harness.person(person.role);
}

t.test(
  'a key with scopes reaches nothing that its scopes do not name, though its user may do everything',
  async (t) => {
    const keys = await Promise.all(
      firstPermissions().map(async (scope) => ({ scope, secret: await keyFor(scope) })),
    );
    for (const swept of some('access 4', closed)) {
      const lacking = keys.find(
        ({ scope }) => !decide(map, holderOf('super_admin', [scope]), swept.route.access).allowed,
      );
      if (lacking === undefined) continue;
      const { status, body } = await send(swept, { apiKey: lacking.secret });
      t.same([status, body?.error?.code], [403, 403], `${swept.name} with a key for ${lacking.scope}`);
    }
  },
);

t.test('a key without scopes reaches what its user reaches, and is refused where they are', async (t) => {
  for (const role of ['viewer', 'org_admin'] as const) {
    const person = await harness.person(role);
    const { status, body } = await harness.call('POST', '/api-keys', { as: person, body: { name: role } });
    t.equal(status, 201);
    for (const swept of some('access 5', closed)) {
      const { allowed } = decide(map, holderOf(role), swept.route.access);
      if (allowed && swept.route.method !== 'GET') continue;
      const answer = await send(swept, { apiKey: String(body.secret) });
      const name = `${swept.name} with a key of ${role}`;
      if (allowed) t.ok(answer.status !== 401 && answer.status < 500, `${name} answers ${answer.status}`);
      else t.same([answer.status, answer.body?.error?.code], [403, 403], name);
    }
  }
});

/** Two that do not cover each other, so that every permission is lacked by one of their keys. */
const firstPermissions = (): readonly string[] => map.declarations.map(({ id }) => id).slice(0, 2);

async function keyFor(scope: string): Promise<string> {
  const answer = await harness.call('POST', '/api-keys', {
    as: owner,
    body: { name: `sweep ${scope}`, scopes: [scope] },
  });
  if (answer.status !== 201) throw new Error(`making a key answered ${answer.status}: ${answer.text}`);
  return String(answer.body.secret);
}

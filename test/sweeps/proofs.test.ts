import type { Proof } from '@patchbay/kernel/permissions';
import pg from 'pg';
import t from 'tap';
import type { Harness } from '../harness/index.ts';
import { pathOf, type Swept, target } from './support/routes.ts';
import { Sampler } from './support/sample.ts';
import { bootWorld } from './support/world.ts';

const { harness, owner, routes } = await bootWorld(t);
const sampler = new Sampler();
const database = new pg.Client(harness.databaseUrl);
await database.connect();
t.teardown(() => database.end());

/** Changes who somebody is, or lets somebody in: what an access token alone must not do (RULES R23). */
const EXPECTED: Readonly<Record<string, Proof>> = {
  'api_keys.create': 'required',
  'auth.change_password': 'given',
  'auth.mfa_disable': 'given',
  'auth.mfa_enable': 'required',
  'auth.mfa_setup': 'required',
  'auth.reauthenticate': 'given',
  'auth.renew_backup_codes': 'given',
  'auth.update_me': { toChange: ['email'] },
  'oauth2.applications.create': 'required',
  'oauth2.applications.rotate_secret': 'required',
  'oauth2.applications.update': 'required',
  'oauth2.authorize.decide': 'required',
  'passkeys.begin_reauthentication': 'given',
  'passkeys.begin_registration': 'required',
  'passkeys.create': 'required',
  'passkeys.delete': 'required',
  'passkeys.reauthenticate': 'given',
  'security.end_session': 'required',
  'security.end_sessions': 'required',
  'security.reset_factors': 'required',
  'security.revoke_key': 'required',
  'sso.providers.create': 'required',
  'sso.providers.delete': 'required',
  'sso.providers.update': 'required',
  'users.update': { toChange: ['email', 'username', 'role'] },
};

const proven = routes.filter(({ route }) => route.proof !== undefined);

/** Every body of the route that is refused without a proof. */
function bodiesOf({ route, body }: Swept): readonly unknown[] {
  const whole = body && sampler.value(body, { full: true });
  const proof = route.proof as Proof;
  if (typeof proof !== 'object') return [whole];
  return proof.toChange.map((field) => ({ [field]: (whole as Record<string, unknown>)[field] }));
}

async function refusals(swept: Swept, options: Parameters<Harness['call']>[2]): Promise<readonly unknown[]> {
  const answers = [];
  for (const body of bodiesOf(swept)) {
    const answer = await harness.call(swept.method, target(pathOf(swept)), {
      ...(body === undefined ? {} : { body }),
      ...options,
    });
    answers.push([answer.status, answer.body?.error?.type]);
  }
  return [...new Set(answers.map((each) => JSON.stringify(each)))];
}

const REFUSED = [JSON.stringify([403, 'reauthentication_required'])];

t.test('these routes ask for a proof of who the caller is, and no others', async (t) => {
  const found = proven.map(({ route }) => [route.id, route.proof] as const);
  t.strictSame(Object.fromEntries(found.toSorted()), EXPECTED);
});

t.test('a proof of more than five minutes ago is none, and a refresh does not renew it', async (t) => {
  await database.query(`update sessions set proven_at = now() - interval '5 minutes'`);
  const answer = await harness.call('POST', '/auth/refresh', {
    body: { refresh_token: owner.refresh_token },
  });
  const stale = { ...owner, token: String(answer.body.access_token) };
  t.equal((await harness.call('GET', '/auth/me', { as: stale })).status, 200);
  for (const swept of proven.filter(({ route }) => route.proof !== 'given'))
    t.strictSame(await refusals(swept, { as: stale }), REFUSED, swept.name);
});

t.test('a key proves nothing, not even one without scopes of a super administrator', async (t) => {
  const fresh = await harness.signIn(owner.email);
  const { body } = await harness.call('POST', '/api-keys', { as: fresh, body: { name: 'unscoped' } });
  for (const swept of proven)
    t.strictSame(await refusals(swept, { apiKey: String(body.secret) }), REFUSED, swept.name);
});

t.test('the document says which routes ask for a proof, and how they refuse', async (t) => {
  const { body: document } = await harness.call('GET', '/openapi.json');
  for (const { route, method, template } of proven) {
    const operation = document.paths[template][method.toLowerCase()];
    t.strictSame(operation['x-proof'], route.proof, route.id);
    const declared = operation.responses['403']['x-errors'].map(({ id }: { id: string }) => id);
    t.ok(declared.includes('http.reauthentication_required'), route.id);
  }
});

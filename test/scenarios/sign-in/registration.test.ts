import t from 'tap';
import { bootPlatform, freshAddress, type Harness, PASSWORD } from '../../harness/index.ts';

const MODULES = 'identity,api-keys,organizations,system,audit';
const environment = { PATCHBAY_MODULES: MODULES, ALLOW_REGISTRATION: 'true' };
const open = await bootPlatform(t, { environment, work: false });
const owner = await open.owner();

const body = (name: string, more: object = {}) => ({
  organization_name: 'Harbour Networks',
  email: `${name}@example.net`,
  username: name,
  password: PASSWORD,
  ...more,
});
const register = (sent: unknown, harness: Harness = open) =>
  harness.call('POST', '/auth/register', { body: sent, from: freshAddress() });

t.test('registration is closed unless the platform opens it', async (t) => {
  const closed = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES }, work: false });
  const answer = await register(body('marie'), closed);
  t.equal(answer.status, 403);
  const person = await closed.owner();
  t.equal((await closed.call('GET', '/organizations', { as: person })).body.total, 1);
});

t.test('a stranger gets an organization of their own, and runs it', async (t) => {
  const answer = await register(body('marie'));
  t.equal(answer.status, 201, answer.text);
  t.match(answer.body, {
    organization: { name: 'Harbour Networks', slug: 'harbour-networks' },
    user: { username: 'marie', email: 'marie@example.net', role: 'org_admin', is_active: true },
  });
  t.not(answer.body.organization.id, owner.organization_id);
  const marie = await open.signIn('marie@example.net');
  t.equal(marie.organization_id, answer.body.organization.id);
  const users = await open.call('GET', '/users', { as: marie });
  t.same(
    users.body.items.map(({ username }: { username: string }) => username),
    ['marie'],
  );
  const trail = await open.call('GET', '/audit?action=auth.register', { as: marie });
  t.match(trail.body.items, [{ action: 'auth.register', target_id: marie.user_id }]);
  t.equal((await register(body('pierre'))).body.organization.slug, 'harbour-networks-2');
});

t.test('what is refused leaves nothing behind', async (t) => {
  const count = async () => (await open.call('GET', '/organizations', { as: owner })).body.total;
  const before = await count();
  const typesOf = async (sent: object) => {
    const { status, body: said } = await register(sent);
    return [status, said.error.details?.[0]?.type];
  };
  t.equal((await register(body('marie'))).status, 409);
  t.equal((await register(body('other', { email: 'MARIE@example.net' }))).status, 409);
  t.equal((await register(body('ＭＡＲＩＥ', { email: 'other@example.net' }))).status, 409);
  t.same(await typesOf(body('irene', { password: 'Password1234!' })), [422, 'leaked']);
  t.same(await typesOf(body('irene', { password: 'My-name-is-Irene-7' })), [422, 'personal']);
  t.same(await typesOf(body('irene', { password: 'short' })), [422, 'too_short']);
  t.same(await typesOf(body('irene', { password: `Aa1-${'x'.repeat(1_000_000)}` })), [422, 'too_long']);
  t.same(await typesOf(body('irene', { role: 'super_admin' })), [422, 'additional_property']);
  t.equal((await register(body('irene', { email: 'irene@example.net\r\nBcc: x@y.z' }))).status, 422);
  t.equal(await count(), before);
});

t.test('of two who want one name at once, one gets it', async (t) => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => register(body('hertha'))));
  t.same(answers.map(({ status }) => status).sort(), [201, 409, 409, 409]);
});

t.test('one address may try five times a minute', async (t) => {
  const from = freshAddress();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1)
    statuses.push((await open.call('POST', '/auth/register', { body: {}, from })).status);
  t.same(statuses, [422, 422, 422, 422, 422, 429]);
});

import { DATABASE } from '@patchbay/kernel/database';
import { AUTHENTICATORS, type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import { AUTHORITY, TENANTS } from '@patchbay/module-identity/contract';
import t from 'tap';
import { bootPlatform, PASSWORD, type Person, waitFor } from '../../harness/index.ts';
import { MFA_ENVIRONMENT, mfaWorld } from '../support/sign-in/mfa-world.ts';
import { SecondSteps } from '../support/sign-in/second-step.ts';

const { clock, outside, post, steps, world } = await mfaWorld(t);

const authenticators = world.get(AUTHENTICATORS.all).values;
const get = (as: Person, path: string) => world.call('GET', path, { as });

const demand = (organization_id: string, mfa_required: boolean) =>
  world.get(DATABASE).write(systemPrincipal(organization_id), async (work) => {
    await world.get(TENANTS).change(work, { mfa_required });
  });

async function principalOf({ token }: Person): Promise<Principal> {
  for (const authenticator of authenticators) {
    const principal = await authenticator.authenticate({ kind: 'bearer', value: token });
    if (principal !== null) return principal;
  }
  throw new Error('nobody knows the token');
}

t.test('members without a factor reach their own profile only, until they have one', async (t) => {
  const admin = await world.person('org_admin', await world.organization('Strict'));
  t.equal((await get(admin, '/users')).status, 200);
  t.equal((await get(admin, '/auth/me')).body.mfa_enrolment_required, false);
  await demand(admin.organization_id, true);
  t.equal((await get(admin, '/users')).status, 403);
  t.equal((await post(admin, '/sites', { name: 'No' })).status, 403);
  const me = await get(admin, '/auth/me');
  t.match(me.body, { role: 'org_admin', mfa_enabled: false, mfa_enrolment_required: true });
  const guest = await world.person('guest');
  t.same(me.body.permissions, (await get(guest, '/auth/me')).body.permissions);
  t.equal((await get(admin, '/auth/sessions')).status, 200);
  t.equal((await get(admin, '/auth/mfa')).status, 200);
  t.equal((await world.signIn(admin.email)).role, 'org_admin', 'signing in works still');
  const person = await steps.signIn(await steps.enrol(admin));
  t.equal((await get(person, '/users')).status, 200);
  t.equal((await get(person, '/auth/me')).body.mfa_enrolment_required, false);
});

t.test('keys of such members are guests as well', async (t) => {
  const admin = await world.person('org_admin', await world.organization('Keys'));
  const { secret } = (await post(admin, '/api-keys', { name: 'all' })).body;
  const scoped = await post(admin, '/api-keys', { name: 'some', scopes: ['site:read'] });
  const use = (apiKey: string) => world.call('GET', '/sites', { apiKey });
  const statuses = async () => [(await use(secret)).status, (await use(scoped.body.secret)).status];
  t.same(await statuses(), [200, 200]);
  await demand(admin.organization_id, true);
  t.same(await statuses(), [403, 403]);
  await demand(admin.organization_id, false);
  t.same(await statuses(), [200, 200]);
});

t.test(
  'sockets and runs learn of it: authority read anew says guest, and a write let in before fails',
  async (t) => {
    const operator = await world.person('operator', await world.organization('Sockets'));
    const principal = await principalOf(operator);
    const epochs = () => authenticators.reduce((sum, each) => sum + each.epochOf(principal), 0);
    const before = epochs();
    await demand(operator.organization_id, true);
    await waitFor('the epoch to rise', () => epochs() > before);
    t.equal((await world.get(AUTHORITY).now(operator.user_id)).role, 'guest');
    t.equal((await world.get(AUTHORITY).ofUser(operator.user_id)).role, 'guest');
    const revalidated = await Promise.all(authenticators.map((each) => each.revalidate(principal)));
    t.same(
      revalidated.filter((each) => each !== null).map(({ role }) => role),
      ['guest'],
    );
    await t.rejects(
      world
        .get(DATABASE)
        .write(principal, async (work) => work.audit.record({ action: 'x', target_type: 'x' })),
      /just changed/,
    );
  },
);

t.test('a super administrator without a factor is held as well, in other organizations too', async (t) => {
  const other = await bootPlatform(t, { environment: MFA_ENVIRONMENT, work: false, clock });
  const owner = await other.owner();
  const elsewhere = await other.organization('Elsewhere');
  await other.get(DATABASE).write(systemPrincipal(owner.organization_id), async (work) => {
    await other.get(TENANTS).change(work, { mfa_required: true });
  });
  t.equal((await other.call('GET', `/organizations/${elsewhere}`, { as: owner })).status, 403);
  const there = new SecondSteps({ world: other, clock });
  const person = await there.signIn(await there.enrol(owner));
  t.equal((await other.call('GET', `/organizations/${elsewhere}`, { as: person })).status, 200);
});

t.test('taking the factor away makes a guest again', async (t) => {
  const admin = await world.person('org_admin', await world.organization('Back'));
  await demand(admin.organization_id, true);
  const enrolled = await steps.enrol(admin);
  const person = await steps.signIn(enrolled);
  t.equal((await get(person, '/users')).status, 200);
  const body = { password: PASSWORD, code: enrolled.backup_codes[0] };
  t.equal((await post(person, '/auth/mfa/disable', body)).status, 204);
  t.equal((await get(await world.signIn(admin.email), '/users')).status, 403);
});

t.test('every change of the policy, however it is made, is noted as a change of authority', async (t) => {
  const viewer = await world.person('viewer', await world.organization('Noted'));
  const noted = async () => {
    const found = 'select changed_at::text from authority_changes where user_id = $1';
    return (await outside.query(found, [viewer.user_id])).rows[0]?.changed_at;
  };
  const before = await noted();
  await outside.query('update organizations set mfa_required = true where id = $1', [viewer.organization_id]);
  const after = await noted();
  t.not(after, before);
  await outside.query('update organizations set name = name where id = $1', [viewer.organization_id]);
  t.equal(await noted(), after);
  await outside.query('update users set mfa_enabled = true where id = $1', [viewer.user_id]);
  t.not(await noted(), after);
});

t.test('one organization demands nothing of another', async (t) => {
  const [strict, free] = [await world.organization('One'), await world.organization('Two')];
  const admin = await world.person('org_admin', free);
  await demand(strict, true);
  t.equal((await get(admin, '/users')).status, 200);
});

import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';

const harness = await bootPlatform(t, {
  environment: { PATCHBAY_MODULES: 'identity,api-keys,organizations,system,audit,security' },
  work: false,
});
const admin = await harness.person('org_admin');
const { user_id } = await harness.person('viewer');

const record = (action: string, target_type: string, target_id: string, detail: Record<string, string>) =>
  harness
    .get(DATABASE)
    .write(systemPrincipal(admin.organization_id), async (work) =>
      work.audit.record({ action, target_type, target_id, detail }),
    );
const list = async (query: string) =>
  (await harness.call('GET', `/security/sign-ins?${query}`, { as: admin })).body;

t.test('each way to fail is told in the same words', async (t) => {
  await record('auth.second_step_failed', 'user', user_id, { ip: '192.0.2.1', method: 'totp', why: 'spent' });
  await record('passkeys.refused', 'user', user_id, {
    purpose: 'sign_in',
    reason: 'not_verified',
    ip: '192.0.2.2',
  });
  await record('passkeys.refused', 'user', user_id, {
    purpose: 'registration',
    reason: 'challenge',
    ip: '192.0.2.3',
  });
  await record('sso.sign_in_refused', 'sso_provider', admin.user_id, { kind: 'ldap', reason: 'no_role' });
  const { items } = await list(`user_id=${user_id}&sort=occurred_at`);
  t.match(items, [
    { outcome: 'succeeded', method: 'password', reason: null },
    { outcome: 'wrong_second_step', method: null, second_method: 'totp', reason: 'spent', ip: '192.0.2.1' },
    { outcome: 'passkey_refused', reason: 'not_verified', ip: '192.0.2.2', session_id: null },
  ]);
  t.equal(items.length, 3, 'a refused registration is no sign-in');
  t.match((await list('outcome=provider_refused')).items, [
    { user_id: null, username: null, method: 'ldap', reason: 'no_role' },
  ]);
  t.equal((await list(`search=${encodeURIComponent('192.0.2.')}`)).total, 2);
  t.equal((await list(`search=${encodeURIComponent('192_0')}`)).total, 0, 'an underscore is an underscore');
});

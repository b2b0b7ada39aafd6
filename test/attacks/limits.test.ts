import { randomBytes } from 'node:crypto';
import { DATABASE } from '@patchbay/kernel/database';
import t from 'tap';
import { bootPlatform } from '../harness/index.ts';

t.test('a caller who is over the limit costs no database work, whatever key is shown', async (t) => {
  const harness = await bootPlatform(t, {
    work: false,
    environment: { RATE_LIMIT_RPM: '20', RATE_LIMIT_BURST: '20' },
  });
  await harness.owner();
  const database = harness.get(DATABASE);
  const asSystem = database.asSystem.bind(database);
  let transactions = 0;
  database.asSystem = (exemption, work) => {
    transactions += 1;
    return asSystem(exemption, work);
  };
  const bogus = () => `svck_${randomBytes(6).toString('hex')}_${randomBytes(32).toString('base64url')}`;
  const call = () => harness.call('GET', '/auth/me', { apiKey: bogus(), from: '127.55.0.1' });
  for (let n = 0; n < 40; n += 1) await call();
  transactions = 0;
  const answers = await Promise.all(Array.from({ length: 200 }, call));
  const refused = answers.filter(({ status }) => status === 429).length;
  t.ok(refused > 190, `${refused} refused`);
  t.ok(transactions < 50, `${transactions} transactions for ${refused} refused calls`);
});

t.test('a key reaches no further than its scopes', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const key = await harness.call('POST', '/api-keys', {
    as: owner,
    body: { name: 'narrow', scopes: ['device:read'] },
  });
  t.equal(key.status, 201, key.text);
  const apiKey = key.body.secret;
  t.equal((await harness.call('GET', '/devices', { apiKey })).status, 200);
  for (const path of ['/fabric/connections', '/users', '/audit', '/sites', '/controllers'])
    t.equal((await harness.call('GET', path, { apiKey })).status, 403, path);
});

t.test('a guest sees their own profile only', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const guest = await harness.person('guest');
  await harness.call('POST', '/fabric/connections', {
    as: owner,
    body: {
      name: 'w',
      source_event: 'user.created',
      steps: [{ operation_id: 'fabric.log', params: { message: 'x' } }],
    },
  });
  for (const path of ['/fabric/connections', '/devices', '/controllers', '/audit', '/users', '/sites'])
    t.match((await harness.call('GET', path, { as: guest })).status, 403, path);
  t.equal((await harness.call('GET', '/auth/me', { as: guest })).status, 200);
});

import { DATABASE, exempt } from '@patchbay/kernel/database';
import { ManualClock } from '@patchbay/kernel/telemetry';
import { bootPlatform, freshAddress, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { Housekeeping } from '../services/people/housekeeping.ts';
import { LoginAttempts } from '../services/sign-in/login-attempts.ts';

const DAY_MS = 86_400_000;
const counting = exempt('identity.test_counting', 'a test counts rows of every organization');
const clock = new ManualClock(new Date());
const environment = { PATCHBAY_MODULES: 'identity,audit' };
const harness = await bootPlatform(t, { environment, work: false, clock });
const database = harness.get(DATABASE);

const rowsOf = (table: 'password_resets' | 'login_attempts'): Promise<number> =>
  database.asSystem(counting, async (trx) => (await trx.selectFrom(table).selectAll().execute()).length);

t.test('resets that ran out and counters that nobody needs are swept, the rest stays', async (t) => {
  const { email } = await harness.owner();
  const ask = () =>
    harness.call('POST', '/auth/password/reset-request', { body: { email }, from: freshAddress() });
  const attempts = harness.get(LoginAttempts);
  const fail = (login: string) =>
    database.asSystem(counting, (trx) => attempts.failed(trx, attempts.keyOf(login)));
  await ask();
  await waitFor('the first request', async () => (await rowsOf('password_resets')) === 1);
  await fail('old');
  clock.advance(31 * DAY_MS);
  await ask();
  await waitFor('the second request', async () => (await rowsOf('password_resets')) === 2);
  await fail('new');
  await harness.get(Housekeeping).sweep();
  t.equal(await rowsOf('password_resets'), 1);
  t.equal(await rowsOf('login_attempts'), 1);
  clock.advance(2 * DAY_MS);
  await harness.get(Housekeeping).sweep();
  t.equal(await rowsOf('password_resets'), 0);
  t.equal(await rowsOf('login_attempts'), 1);
});

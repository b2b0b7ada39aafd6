import { provideValue } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { MAILER, type Mail } from '@patchbay/kernel/mail';
import { ManualClock } from '@patchbay/kernel/telemetry';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';
import { noticeExpiry } from '../jobs.ts';
import { ExpiryNotices } from '../services/expiry-notices.ts';

const DAY_MS = 86_400_000;
const sent: Mail[] = [];
const clock = new ManualClock(new Date());
const harness = await bootPlatform(t, {
  environment: { PATCHBAY_MODULES: 'identity,api-keys,organizations,system,audit' },
  clock,
  overrides: [
    provideValue(MAILER, {
      send: async (mail: Mail) => {
        sent.push(mail);
      },
      verify: async () => {},
    }),
  ],
});
const admin = await harness.person('org_admin');
const outside = new pg.Client({ connectionString: harness.databaseUrl });
await outside.connect();
t.teardown(() => outside.end());

const make = async (expires_in_days?: number) =>
  (await harness.call('POST', '/api-keys', { as: admin, body: { name: 'nightly', expires_in_days } })).body;
const runDaily = () =>
  noticeExpiry.run({
    payload: {},
    deps: { notices: harness.get(ExpiryNotices), jobs: harness.get(JOBS) },
    signal: new AbortController().signal,
    attempt: 1,
  });
const events = async (key_id: string) => {
  const { rows } = await outside.query(
    `select payload ->> 'within_days' as days from event_log
     where event_type = 'security.api_key.expiring' and payload ->> 'key_id' = $1 order by occurred_at`,
    [key_id],
  );
  return rows.map(({ days }) => Number(days));
};

t.test(
  'a key is told of a week before its end and a day before, once each, however often it runs',
  async (t) => {
    const [soon, later, never, revoked] = [await make(8), await make(30), await make(), await make(8)];
    await harness.call('DELETE', `/api-keys/${revoked.id}`, { as: admin });
    await runDaily();
    t.same(await events(soon.id), [], 'eight days are more than seven');
    clock.advance(2 * DAY_MS);
    await Promise.all([runDaily(), runDaily(), runDaily()]);
    t.same(await events(soon.id), [7]);
    clock.advance(5.5 * DAY_MS);
    await Promise.all([runDaily(), runDaily()]);
    t.same(await events(soon.id), [7, 1]);
    clock.advance(DAY_MS);
    await runDaily();
    t.same(await events(soon.id), [7, 1], 'nothing is told of a key that has ended');
    for (const { id } of [later, never, revoked]) t.same(await events(id), []);
    await waitFor('both letters', () => sent.length === 2);
    t.match(sent[0], { to: admin.email, subject: /expire/, text: /"nightly" \(svck_/ });
    t.same(sent.map(({ message_id }) => message_id).sort(), [`api-key-${soon.id}-1`, `api-key-${soon.id}-7`]);
    t.notMatch(JSON.stringify(sent), soon.secret, 'no letter holds the secret');
  },
);

t.test('a key made for a day is told of once, and no letter goes to somebody inactive', async (t) => {
  const later = await harness.signIn(admin.email);
  const made = await harness.call('POST', '/api-keys', {
    as: later,
    body: { name: 'k', expires_in_days: 1 },
  });
  await outside.query('update users set is_active = false where id = $1', [admin.user_id]);
  const before = sent.length;
  await runDaily();
  await runDaily();
  t.same(await events(made.body.id), [1]);
  await waitFor('the letter job to end', async () => {
    const { rows } = await outside.query(`select count(*)::int as n from graphile_worker._private_jobs`);
    return rows[0].n === 0;
  });
  t.equal(sent.length, before);
});

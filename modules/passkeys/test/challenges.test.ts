import { DATABASE, exempt } from '@patchbay/kernel/database';
import { SecretBox } from '@patchbay/kernel/secrets';
import { ManualClock } from '@patchbay/kernel/telemetry';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { Challenges } from '../services/challenges.ts';

const USER = '0199aa00-0000-7000-8000-000000000001';
const OLD = 'former-secret-key-former-secret-key';
const NEW = 'present-secret-key-present-secret-key';
const lookExemption = exempt('passkeys.test', 'a test counts rows');

const harness = await bootPlatform(t, {
  environment: { PATCHBAY_MODULES: 'identity,audit,passkeys' },
  work: false,
});
const database = harness.get(DATABASE);
const clock = new ManualClock(new Date());
const keptUnder = (current: string, ...previous: string[]): Challenges =>
  new Challenges(database, new SecretBox({ current, previous }), clock);
const challenges = keptUnder(NEW, OLD);

t.test('a challenge opens for its purpose and user only', async (t) => {
  const { challenge, challenge_id } = challenges.issue('second_step', USER);
  t.equal(Buffer.from(challenge, 'base64url').length, 32);
  t.match(challenges.open(challenge_id, 'second_step', USER), { challenge, purpose: 'second_step' });
  t.equal(challenges.open(challenge_id, 'sign_in', USER), null);
  t.equal(challenges.open(challenge_id, 'second_step', null), null);
  t.not(challenges.issue('sign_in', null).challenge, challenges.issue('sign_in', null).challenge);
});

t.test('what was not signed here is no challenge', async (t) => {
  const { challenge_id } = challenges.issue('sign_in', null);
  const [payload = '', mac = ''] = challenge_id.split('.');
  const forged = Buffer.from(
    JSON.stringify({ challenge: 'AAAA', purpose: 'sign_in', user_id: null, expires_at: '2999-01-01' }),
  ).toString('base64url');
  for (const text of [
    '',
    '.',
    payload,
    `.${mac}`,
    `${forged}.${mac}`,
    `${challenge_id}.`,
    `${payload}.${mac}x`,
  ])
    t.equal(challenges.open(text, 'sign_in', null), null, text);
});

t.test('a challenge outlives a rotation of the key, not its five minutes', async (t) => {
  const former = keptUnder(OLD).issue('sign_in', null).challenge_id;
  t.ok(challenges.open(former, 'sign_in', null));
  t.equal(keptUnder(NEW).open(former, 'sign_in', null), null);
  clock.advance(5 * 60_000 - 1);
  t.ok(challenges.open(former, 'sign_in', null));
  clock.advance(1);
  t.equal(challenges.open(former, 'sign_in', null), null);
});

t.test('of many who use a challenge one is first, and the sweep forgets it an hour later', async (t) => {
  const rows = () =>
    database.asSystem(lookExemption, (trx) =>
      trx.selectFrom('passkey_used_challenges').selectAll().execute(),
    );
  const issued = challenges.issue('sign_in', null);
  const first = await Promise.all(Array.from({ length: 50 }, () => challenges.consume(issued)));
  t.equal(first.filter(Boolean).length, 1);
  t.equal((await rows()).length, 1);
  clock.advance(60 * 60_000);
  await challenges.sweep();
  t.equal((await rows()).length, 1);
  clock.advance(6 * 60_000);
  await challenges.sweep();
  t.equal((await rows()).length, 0);
});

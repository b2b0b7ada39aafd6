import { createHmac } from 'node:crypto';
import { DATABASE } from '@patchbay/kernel/database';
import { SecretBox } from '@patchbay/kernel/secrets';
import { ManualClock } from '@patchbay/kernel/telemetry';
import { generate } from 'otplib';
import t from 'tap';
import { bootPlatform, PASSWORD, TEST_SECRET_KEY, waitFor } from '../../harness/index.ts';
import { type CaughtMail, mailsTo, readMails } from '../support/mails.ts';
import {
  askReset,
  NEW_PASSWORD,
  RESET_MODULES,
  reset as resetAt,
  signIn as signInAt,
} from '../support/sign-in/password-reset.ts';

const MINUTE_MS = 60_000;
const clock = new ManualClock(new Date());
const environment = { PATCHBAY_MODULES: RESET_MODULES, ACCESS_TOKEN_EXPIRE_MINUTES: '1440' };
const world = await bootPlatform(t, { environment, clock });
const owner = await world.owner();

const ask = (email: string) => askReset(world, email);
const reset = (token: string, password?: string) => resetAt(world, token, password);
const signIn = (login: string, password: string) => signInAt(world, login, password);
const tokenIn = ({ text }: CaughtMail): string => /reset-password\?token=(\S+)/.exec(text)?.[1] ?? '';

async function askedBy(email: string, count = 1): Promise<string> {
  t.equal((await ask(email)).status, 202);
  const mails = await mailsTo(world, email, count);
  return tokenIn(mails.at(-1) ?? { to: '', subject: '', text: '' });
}

async function audited(action: string, user_id: string): Promise<number> {
  const answer = await world.call('GET', `/audit?action=${action}&per_page=200`, { as: owner });
  const items: readonly { readonly target_id: string }[] = answer.body.items;
  return items.filter(({ target_id }) => target_id === user_id).length;
}

t.test('a mail lets its reader choose a new password, once, and ends every session', async (t) => {
  const viewer = await world.person('viewer');
  const token = await askedBy(viewer.email);
  const [mail] = await mailsTo(world, viewer.email);
  t.match(mail, { to: viewer.email, subject: 'Reset your Patchbay password' });
  t.match(mail?.text, `${world.url}/reset-password?token=${token}`);
  t.equal((await world.call('GET', '/auth/me', { as: viewer })).status, 200, 'asking alone ends nothing');
  const done = await reset(token);
  t.equal(done.status, 204, done.text);
  t.equal((await world.call('GET', '/auth/me', { as: viewer })).status, 401);
  const { refresh_token } = viewer;
  t.equal((await world.call('POST', '/auth/refresh', { body: { refresh_token } })).status, 401);
  t.equal((await signIn(viewer.email, PASSWORD)).status, 401);
  t.equal((await signIn(viewer.email, NEW_PASSWORD)).status, 200);
  const again = await reset(token, 'Third-horse-battery-8');
  t.equal(again.status, 400);
  t.match(again.body.error.message, /run out or was used/);
  t.equal(await audited('auth.password_reset_requested', viewer.user_id), 1);
  t.equal(await audited('auth.password_reset', viewer.user_id), 1);
  t.equal(await audited('auth.password_reset_refused', viewer.user_id), 1);
});

t.test('of fifty parallel uses exactly one wins', async (t) => {
  const viewer = await world.person('viewer');
  const token = await askedBy(viewer.email);
  const passwords = Array.from({ length: 50 }, (_, index) => `Parallel-horse-${index}-x`);
  const answers = await Promise.all(passwords.map((password) => reset(token, password)));
  const won = passwords.filter((_, index) => answers[index]?.status === 204);
  t.equal(won.length, 1);
  const lost = answers.filter(({ status }) => status !== 204).map(({ status }) => status);
  t.same(
    lost.filter((status) => status !== 400 && status !== 503),
    [],
    'the others are refused, or found too much hashing under way',
  );
  t.equal((await signIn(viewer.email, String(won[0]))).status, 200);
});

t.test('only the newest request of a user holds, and only for half an hour', async (t) => {
  const viewer = await world.person('viewer');
  const older = await askedBy(viewer.email);
  const newer = await askedBy(viewer.email, 2);
  t.not(older, newer);
  t.equal((await reset(older)).status, 400);
  clock.advance(30 * MINUTE_MS + 1_000);
  t.equal((await reset(newer)).status, 400);
  t.equal((await signIn(viewer.email, PASSWORD)).status, 200, 'and nothing changed');
});

t.test('a password that breaks the rules does not use the token up', async (t) => {
  const viewer = await world.person('viewer');
  const token = await askedBy(viewer.email);
  const typeOf = async (password: string) => {
    const { status, body } = await reset(token, password);
    return [status, body.error.details?.[0].field, body.error.details?.[0].type];
  };
  t.same(await typeOf('short'), [422, 'password', 'too_short']);
  t.same(await typeOf('Password1234!'), [422, 'password', 'leaked']);
  t.same(await typeOf(`Xx1-${viewer.email.split('@')[0]}-horse`), [422, 'password', 'personal']);
  t.same(await typeOf('x'.repeat(1_000_000)), [422, 'password', 'too_long']);
  t.equal((await reset(token)).status, 204);
});

t.test('a forged token, or one of another key, is refused', async (t) => {
  const viewer = await world.person('viewer');
  const token = await askedBy(viewer.email);
  const [id = '', mac = ''] = token.split('.');
  const macOf = (key: Buffer): string => createHmac('sha256', key).update(id).digest('base64url');
  const secrets = new SecretBox({ current: TEST_SECRET_KEY, previous: [] });
  t.equal(mac, macOf(secrets.deriveKey('password-reset')));
  const other = new SecretBox({ current: 'x'.repeat(40), previous: [] });
  const forged = [
    `${id}.${macOf(other.deriveKey('password-reset'))}`,
    `${id}.${macOf(secrets.deriveKey('access-token'))}`,
    `${id}.${mac.slice(0, -1)}`,
    `${id}.`,
    id,
    `${id.toUpperCase()}.${mac}`,
    `${token}.${mac}`,
    `00000000-0000-7000-8000-000000000000.${mac}`,
    ' ',
    '\u{1F600}',
  ];
  for (const each of forged) t.equal((await reset(each)).status, 400, each);
  t.equal((await reset('x'.repeat(201))).status, 422);
  t.equal((await reset(token)).status, 204);
});

t.test('nothing but the mailbox tells whether there is such a user', async (t) => {
  const before = (await readMails(world)).length;
  const known = await world.person('viewer');
  const inactive = await world.person('viewer');
  const off = { as: owner, body: { is_active: false } };
  t.equal((await world.call('PATCH', `/users/${inactive.user_id}`, off)).status, 200);
  const others = ['nobody@example.net', inactive.email, `${known.email}.net`];
  const answers = await Promise.all(others.map((email) => ask(email)));
  const answer = await ask(known.email);
  for (const each of answers) t.same([each.status, each.text], [answer.status, answer.text]);
  t.equal(answer.status, 202);
  await mailsTo(world, known.email);
  t.equal((await readMails(world)).length, before + 1);
  t.equal((await ask('no address')).status, 422);
});

t.test('the answer does not wait for the database, so that time tells nothing either', async (t) => {
  const viewer = await world.person('viewer');
  const database = world.get(DATABASE);
  const asSystem = database.asSystem.bind(database);
  const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>();
  database.asSystem = async (exemption, work) => {
    if (exemption.id === 'identity.reset_request') await thawed;
    return asSystem(exemption, work);
  };
  for (const email of [viewer.email, 'nobody@example.net']) t.equal((await ask(email)).status, 202);
  database.asSystem = asSystem;
  thaw();
  await mailsTo(world, viewer.email);
});

t.test('three mails an hour are all a user gets, and nobody is told', async (t) => {
  const viewer = await world.person('viewer');
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(viewer.email)));
  t.ok(answers.every(({ status }) => status === 202));
  await waitFor('every request to be recorded', async () => {
    const sent = await audited('auth.password_reset_requested', viewer.user_id);
    const refused = await audited('auth.password_reset_request_refused', viewer.user_id);
    return sent === 3 && refused === 3;
  });
  clock.advance(61 * MINUTE_MS);
  t.equal((await ask(viewer.email)).status, 202);
  await waitFor('a fourth request to be taken', async () => {
    return (await audited('auth.password_reset_requested', viewer.user_id)) === 4;
  });
});

t.test('a change of password, address or activity ends what was asked for', async (t) => {
  const [changed, moved, off] = [
    await world.person('viewer'),
    await world.person('viewer'),
    await world.person('viewer'),
  ];
  const tokens = [await askedBy(changed.email), await askedBy(moved.email), await askedBy(off.email)];
  const body = { current_password: PASSWORD, new_password: 'Changed-horse-battery-7' };
  t.equal((await world.call('POST', '/auth/password/change', { as: changed, body })).status, 204);
  const patch = (user_id: string, change: object) =>
    world.call('PATCH', `/users/${user_id}`, { as: owner, body: change });
  t.equal((await patch(moved.user_id, { email: 'moved@example.net' })).status, 200);
  t.equal((await patch(off.user_id, { is_active: false })).status, 200);
  for (const token of tokens) t.equal((await reset(token)).status, 400);
});

t.test('a reset keeps the second factor', async (t) => {
  const viewer = await world.person('viewer');
  const set = await world.call('POST', '/auth/mfa/setup', { as: viewer });
  t.equal(set.status, 200, set.text);
  const code = await generate({ secret: set.body.secret, epoch: clock.now().getTime() / 1_000 });
  const enabled = await world.call('POST', '/auth/mfa/enable', { as: viewer, body: { code } });
  t.equal(enabled.status, 200, enabled.text);
  const token = await askedBy(viewer.email);
  t.equal((await reset(token)).status, 204);
  t.match((await signIn(viewer.email, NEW_PASSWORD)).body, { require_mfa: true });
});

t.test('a lock stays when the password is reset', async (t) => {
  const viewer = await world.person('viewer');
  for (let attempt = 0; attempt < 5; attempt += 1) await signIn(viewer.email, 'wrong');
  t.equal((await reset(await askedBy(viewer.email))).status, 204);
  t.equal((await signIn(viewer.email, NEW_PASSWORD)).status, 423);
});

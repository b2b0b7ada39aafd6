import pg from 'pg';
import t from 'tap';
import { bootPlatform, PASSWORD, type Person, waitFor } from '../../harness/index.ts';
import { mailsTo, readMails } from '../support/mails.ts';
import { askReset, signIn } from '../support/sign-in/password-reset.ts';
import { refused } from '../support/wire.ts';

const MODULES = 'identity,api-keys,organizations,system,audit';
const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: MODULES } });
const database = new pg.Client(harness.databaseUrl);
await database.connect();
t.teardown(() => database.end());

const patch = (as: Person, body: unknown) => harness.call('PATCH', '/auth/me', { as, body });
const me = async (as: Person) => (await harness.call('GET', '/auth/me', { as })).body;
const confirm = (token: string) => harness.call('POST', '/auth/email/confirm', { body: { token } });
const tokenFor = (email: string): Promise<string> =>
  waitFor(`a token for ${email}`, async () => {
    const texts = (await readMails(harness)).filter(({ to }) => to === email).map(({ text }) => text);
    return /token=(\S{80})/.exec(texts.join('\n'))?.[1];
  });

t.test('a new address counts once it is confirmed, and the former one is told twice', async (t) => {
  const person = await harness.person('viewer');
  const wanted = 'moved@example.org';
  const asked = await patch(person, { email: wanted });
  t.equal(asked.status, 200);
  t.match(asked.body, { email: person.email, pending_email: wanted });
  t.match(await me(person), { email: person.email, pending_email: wanted });
  t.equal((await signIn(harness, wanted, PASSWORD)).status, 401, 'it is no login yet');
  const [warned] = await mailsTo(harness, person.email);
  t.equal(warned?.subject, 'Your Patchbay e-mail address is about to change');
  t.match(warned?.text ?? '', /moved@example\.org/);
  t.notMatch(warned?.text ?? '', /token=/);
  const token = await tokenFor(wanted);
  t.equal((await confirm(token)).status, 204);
  t.match(await me(person), { email: wanted, pending_email: null });
  refused(t, await confirm(token), 400);
  const [, told] = await mailsTo(harness, person.email, 2);
  t.equal(told?.subject, 'Your Patchbay e-mail address was changed');
  t.equal((await signIn(harness, wanted, PASSWORD)).status, 200);
  t.equal((await signIn(harness, person.email, PASSWORD)).status, 401);
});

t.test('a newer request, the present address and a new password each end the one before', async (t) => {
  const person = await harness.person('viewer');
  await patch(person, { email: 'first@example.org' });
  const first = await tokenFor('first@example.org');
  await patch(person, { email: 'second@example.org' });
  const second = await tokenFor('second@example.org');
  refused(t, await confirm(first), 400);
  t.equal((await patch(person, { email: person.email })).body.pending_email, null);
  refused(t, await confirm(second), 400);
  await patch(person, { email: 'third@example.org' });
  const third = await tokenFor('third@example.org');
  const body = { current_password: PASSWORD, new_password: 'Another-password-7' };
  t.equal((await harness.call('POST', '/auth/password/change', { as: person, body })).status, 204);
  refused(t, await confirm(third), 400);
  t.match(await me(await harness.signIn(person.email, body.new_password)), {
    email: person.email,
    pending_email: null,
  });
});

t.test('tokens of other kinds, made up and run out are refused alike', async (t) => {
  const person = await harness.person('viewer');
  await askReset(harness, person.email);
  const reset = await tokenFor(person.email);
  await patch(person, { email: 'late@example.org' });
  const late = await tokenFor('late@example.org');
  await database.query(
    `update email_changes set expires_at = now() - interval '1 minute' where user_id = $1`,
    [person.user_id],
  );
  for (const token of [reset, late, `${late}A`, 'x'])
    t.equal((await confirm(token)).body.error.message, (await confirm('y')).body.error.message);
  t.equal((await me(person)).email, person.email);
});

t.test('an address of somebody else is refused, at once and when it was taken meanwhile', async (t) => {
  const [person, other] = [await harness.person('viewer'), await harness.person('viewer')];
  refused(t, await patch(person, { email: other.email }), 409);
  await patch(person, { email: 'wanted@example.org' });
  const token = await tokenFor('wanted@example.org');
  const as = await harness.owner();
  const body = { email: 'wanted@example.org' };
  t.equal((await harness.call('PATCH', `/users/${other.user_id}`, { as, body })).status, 200);
  refused(t, await confirm(token), 409);
  t.equal((await me(person)).email, person.email);
});

t.test('an address that an administrator sets counts at once, and the former one is told', async (t) => {
  const person = await harness.person('viewer');
  const as = await harness.owner();
  const body = { email: 'by-admin@example.org' };
  t.equal((await harness.call('PATCH', `/users/${person.user_id}`, { as, body })).body.email, body.email);
  const [told] = await mailsTo(harness, person.email);
  t.match(told?.text ?? '', /is by-admin@example\.org\s+from now on/);
  t.equal((await readMails(harness)).filter(({ to }) => to === body.email).length, 0);
});

t.test(
  'an address that waits is asked once more, within the limit, and either mail confirms it',
  async (t) => {
    const wanted = 'lost-mail@example.org';
    const person = await harness.person('viewer');
    for (let time = 0; time < 5; time += 1) {
      const asked = await patch(person, { email: wanted });
      t.match([asked.status, asked.body.pending_email], [200, wanted]);
    }
    refused(t, await patch(person, { email: wanted }), 429);
    const mails = await mailsTo(harness, wanted, 5);
    const tokens = new Set(mails.map(({ text }) => /token=(\S{80})/.exec(text)?.[1] ?? ''));
    t.equal(tokens.size, 5);
    t.equal((await readMails(harness)).filter(({ to }) => to === person.email).length, 1);
    const [first = '', second = ''] = tokens;
    t.equal((await confirm(first)).status, 204);
    refused(t, await confirm(second), 400);
    t.match(await me(person), { email: wanted, pending_email: null });
  },
);

t.test('an hour sees five requests of one user, so that nobody is flooded with mails', async (t) => {
  const person = await harness.person('viewer');
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1)
    statuses.push((await patch(person, { email: `flood-${time}@example.org` })).status);
  t.same(statuses, [200, 200, 200, 200, 200, 429]);
});

t.test('neither rows nor jobs hold the token', async (t) => {
  const person = await harness.person('viewer');
  await patch(person, { email: 'quiet@example.org' });
  const mac = String((await tokenFor('quiet@example.org')).split('.')[1]);
  const { rows } = await database.query(
    `select to_jsonb(email_changes)::text as text from email_changes
     union all select payload::text from graphile_worker._private_jobs`,
  );
  t.notOk(JSON.stringify(rows).includes(mac));
});

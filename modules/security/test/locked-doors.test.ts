import { ATTEMPTS } from '@patchbay/module-identity/contract';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';

const harness = await bootPlatform(t, {
  environment: { PATCHBAY_MODULES: 'identity,api-keys,organizations,system,audit,security' },
  work: false,
});
const admin = await harness.person('org_admin');
const attempts = harness.get(ATTEMPTS);
const get = (path: string) => harness.call('GET', path, { as: admin });
const unlock = (user_id: string) =>
  harness.call('POST', `/security/locked-accounts/${user_id}/unlock`, { as: admin });

async function failFiveTimes(subject: string, user_id: string): Promise<void> {
  for (let guess = 0; guess < 5; guess += 1) await attempts.failed(subject, user_id);
}

t.test('every door that guesses closed is named, and all of them are opened at once', async (t) => {
  const { user_id } = await harness.person('viewer');
  const subjects = [`second-step ${user_id}`, `password-change ${user_id}`];
  for (const subject of subjects) await failFiveTimes(subject, user_id);
  const { items } = (await get('/security/locked-accounts')).body;
  t.match(items, [{ user_id, doors: ['second_step', 'password_change'] }]);
  for (const subject of subjects) await t.rejects(attempts.assertOpen(subject), { name: 'PatchbayError' });
  t.equal((await unlock(user_id)).status, 204);
  for (const subject of subjects) await t.resolves(attempts.assertOpen(subject));
  t.equal((await get('/security/locked-accounts')).body.total, 0);
});

t.test('of many who unlock at the same time one does', async (t) => {
  const { user_id } = await harness.person('viewer');
  await failFiveTimes(`second-step ${user_id}`, user_id);
  const answers = await Promise.all(Array.from({ length: 20 }, () => unlock(user_id)));
  t.equal(answers.filter(({ status }) => status === 204).length, 1);
  t.equal(answers.filter(({ status }) => status === 404).length, 19);
});

t.test('locks are listed page by page, by name or by their end', async (t) => {
  const people = [
    await harness.person('viewer'),
    await harness.person('viewer'),
    await harness.person('viewer'),
  ];
  for (const { user_id } of people) await failFiveTimes(`second-step ${user_id}`, user_id);
  const idsOf = async (query: string): Promise<readonly string[]> =>
    (await get(`/security/locked-accounts?${query}`)).body.items.map(
      (each: { user_id: string }) => each.user_id,
    );
  const expected = people.map(({ user_id }) => user_id);
  t.same(await idsOf('sort=username'), expected);
  t.same(await idsOf('sort=-username'), expected.toReversed());
  t.same(await idsOf('sort=locked_until'), expected);
  t.same(await idsOf('per_page=1&page=2'), expected.slice(1, 2));
  t.same(await idsOf('per_page=2&page=9'), []);
});

t.test('a second step that failed stands in the history', async (t) => {
  const { user_id } = await harness.person('viewer');
  await failFiveTimes(`second-step ${user_id}`, user_id);
  const locked = () => get(`/security/sign-ins?user_id=${user_id}&outcome=locked`);
  await waitFor('the lock to be recorded', async () => (await locked()).body.total === 1);
  t.match((await locked()).body.items, [{ user_id, outcome: 'locked' }]);
});

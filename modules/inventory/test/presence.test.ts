import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { token } from '@patchbay/kernel/di';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { AdapterError } from '@patchbay/vendor-kit';
import t from 'tap';
import { afterAnswer, afterFailure } from '../services/syncs/next-contact.ts';
import { device, pretendedModule, registered, synced, toldAt } from './support/pretended.ts';

const harness = await bootPlatform(t, { modules: [pretendedModule] });
const owner = await harness.owner();
const SYNC_SCHEDULE = token<{ tick(signal: AbortSignal): Promise<void> }>('inventory.sync-schedule');
const looks = exempt('test.looks-at-contacts', 'the test looks when a controller is due');

const away = () => new AdapterError('adapter_timeout', 'unknown', 'The controller did not answer in time.');
const refusing = () => new AdapterError('adapter_authentication_error', 'refused', 'wrong password');

const statuses = async (site: string) => {
  const { body } = await harness.call('GET', `/devices?site_id=${site}&per_page=200`, { as: owner });
  return Object.fromEntries(
    body.items.map(({ name, status }: { name: string; status: string }) => [name, status]),
  );
};

const dueInSeconds = (id: string): Promise<number | null> =>
  harness.get(DATABASE).asSystem(looks, async (db) => {
    const { rows } = await sql<{ seconds: number | null }>`
      select extract(epoch from next_sync_at - now())::float8 as seconds from controllers where id = ${id}::uuid`.execute(
      db,
    );
    return rows[0]?.seconds ?? null;
  });

t.test('one failed contact is a blink; after the second, what stands behind is offline', async (t) => {
  const { id, site, controller } = await registered(harness, owner, 'Away');
  controller.devices = [device('a'), device('b', { status: 'offline' })];
  await synced(harness, owner, id);
  controller.failure = away();
  t.match(await synced(harness, owner, id), { status: 'failed', error: /did not answer/ });
  t.match((await harness.call('GET', `/controllers/${id}`, { as: owner })).body, { status: 'unreachable' });
  t.same(await statuses(site), { 'device a': 'online', 'device b': 'offline' });
  t.same(await toldAt(harness, site, 'device.status.'), []);
  t.ok(Number(await dueInSeconds(id)) < 70, 'it is asked once more within about a minute');

  await synced(harness, owner, id);
  await synced(harness, owner, id);
  t.same(await statuses(site), { 'device a': 'offline', 'device b': 'offline' });
  const lost = await toldAt(harness, site, 'device.status.');
  t.match(lost, [
    {
      event_type: 'device.status.changed',
      payload: {
        site_id: site,
        data: {
          name: 'device a',
          old_status: 'online',
          new_status: 'offline',
          reason: 'controller_unreachable',
        },
      },
    },
  ]);
  t.equal(lost.length, 1, 'told once, however long it stays away');

  controller.failure = null;
  t.match(await synced(harness, owner, id), { status: 'succeeded', updated: 1, unchanged: 1 });
  t.match(await toldAt(harness, site, 'device.status.'), [
    {},
    { payload: { data: { old_status: 'offline', new_status: 'online', reason: 'reported' } } },
  ]);
});

t.test('a controller that refuses us says nothing of what stands behind it', async (t) => {
  const { id, site, controller } = await registered(harness, owner, 'Refusing');
  controller.devices = [device('a')];
  await synced(harness, owner, id);
  controller.failure = refusing();
  for (let each = 0; each < 3; each += 1) await synced(harness, owner, id);
  t.match((await harness.call('GET', `/controllers/${id}`, { as: owner })).body, { status: 'error' });
  t.same(await statuses(site), { 'device a': 'online' });
});

t.test('while it is left alone, nothing is counted against a controller', async (t) => {
  const { id, controller } = await registered(harness, owner, 'Resting');
  controller.failure = refusing();
  for (let each = 0; each < 5; each += 1) await synced(harness, owner, id);
  const { reads } = controller;
  const due = Number(await dueInSeconds(id));
  t.match(await synced(harness, owner, id), { status: 'failed', error: /tried again in \d+ s/ });
  t.equal(controller.reads, reads);
  t.ok(Number(await dueInSeconds(id)) <= due, 'its next contact is not put off');
});

t.test('waits grow from five minutes to an hour, and differ a little', (t) => {
  const near = (seconds: number, wanted: number) => Math.abs(seconds - wanted) <= wanted / 10;
  t.ok(near(afterAnswer(), 300));
  const away = [1, 2, 3, 4, 5, 6, 100].map((failures) => afterFailure('unreachable', failures));
  const wanted = [60, 300, 600, 1_200, 2_400, 3_600, 3_600];
  t.same(
    wanted.map((each, at) => near(away[at] ?? 0, each)),
    wanted.map(() => true),
    String(away),
  );
  t.ok(near(afterFailure('error', 1), 300));
  t.not(afterAnswer(), afterAnswer());
  t.end();
});

t.test('the round asks for each due controller once, and rests after an answer', async (t) => {
  const { id, controller } = await registered(harness, owner, 'Round');
  const tick = () => harness.get(SYNC_SCHEDULE).tick(new AbortController().signal);
  const total = async () => (await harness.call('GET', `/controllers/${id}/syncs`, { as: owner })).body.total;
  await tick();
  t.equal(await total(), 0, 'who registered it may test it first');
  await harness.call('PATCH', `/controllers/${id}`, { as: owner, body: { name: 'Edited' } });
  await Promise.all([tick(), tick(), tick()]);
  t.equal(await total(), 1, 'what was edited is due');
  await synced(harness, owner, id);
  await tick();
  t.equal(await total(), 1, 'it was read just now');
  t.equal(controller.reads, 1);
  t.ok(Number(await dueInSeconds(id)) > 200);
});

t.test('people and the round may ask for the same controllers at once, all the time', async (t) => {
  const some = [];
  for (let each = 0; each < 10; each += 1) some.push(await registered(harness, owner, `Crowd ${each}`));
  const controller_ids = some.map(({ id }) => id);
  const ask = () => harness.call('POST', '/controllers/sync', { as: owner, body: { controller_ids } });
  const tick = () => harness.get(SYNC_SCHEDULE).tick(new AbortController().signal);
  const edit = () =>
    Promise.all(
      controller_ids.map((id) =>
        harness.call('PATCH', `/controllers/${id}`, { as: owner, body: { name: 'Due' } }),
      ),
    );
  for (let round = 0; round < 6; round += 1) {
    const answers = await Promise.all([ask(), tick(), edit(), tick(), ask()]);
    for (const answer of [answers[0], answers[4]]) t.equal(answer.status, 202, answer.text);
    t.ok(answers[2].every(({ status }) => status === 200));
    for (const { controller } of some) controller.failure = round % 2 === 0 ? away() : null;
  }
  for (const { controller } of some) controller.failure = null;
  await waitFor('all of it to end', async () => {
    const syncs = await Promise.all(
      controller_ids.map((id) => harness.call('GET', `/controllers/${id}/syncs`, { as: owner })),
    );
    return syncs.every(({ body }) => body.items[0].finished_at !== null);
  });
});

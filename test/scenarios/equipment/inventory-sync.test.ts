import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { token } from '@patchbay/kernel/di';
import { RouterOsController } from '@patchbay/lab';
import t from 'tap';
import { waitFor } from '../../harness/index.ts';
import { registered, synced, type World, world } from '../support/equipment/inventory-world.ts';

const SYNC_SCHEDULE = token<{ tick(signal: AbortSignal): Promise<void> }>('inventory.sync-schedule');

interface Told {
  readonly event_type: string;
  readonly payload: { readonly data: Record<string, unknown> };
}
const readsLog = exempt('test.reads-log', 'the test looks at what was published at its site');

async function toldAt({ platform, site }: World): Promise<readonly Told[]> {
  return platform.get(DATABASE).asSystem(readsLog, async (db) => {
    // That a sync ended is told of every one.
    const { rows } = await sql<Told>`
      select event_type, payload from event_log
      where site_id = ${site}::uuid and event_type <> 'gateway.sync.completed' order by id`.execute(db);
    return rows;
  });
}

t.test('a sync brings devices in, and a second one writes nothing', async (t) => {
  const here = await world({ name: 'Sync' });
  const { platform, owner, site } = here;
  const { controller } = await registered(t, here, 12);
  t.match(controller, { status: 'unknown', last_sync_at: null, tls: { verify: true } });
  const first = await synced(here, controller.id);
  t.match(first, { status: 'succeeded', updated: 0, unchanged: 0, missing: 0, error: null });
  const { body: after } = await platform.call('GET', `/controllers/${controller.id}`, { as: owner });
  t.match(after, { status: 'online', version: /^7\./, last_error: null });
  t.ok(after.capabilities.includes('firewall'));
  const before = await platform.call('GET', `/devices?site_id=${site}&sort=name&per_page=200`, { as: owner });
  t.equal(before.body.total, first.created);
  t.ok(before.body.items.some((device: { kind: string }) => device.kind === 'router'));
  const second = await synced(here, controller.id);
  t.match(second, { status: 'succeeded', created: 0, updated: 0, unchanged: first.created, missing: 0 });
  const later = await platform.call('GET', `/devices?site_id=${site}&sort=name&per_page=200`, { as: owner });
  const steady = (devices: readonly Record<string, unknown>[]) =>
    devices.map(({ last_seen_at: _, ...device }) => device);
  t.same(steady(later.body.items), steady(before.body.items));
  const sites = await platform.call('GET', '/sites?per_page=100', { as: owner });
  t.equal(sites.body.items.find(({ id }: { id: string }) => id === site).device_count, first.created);
});

t.test('only what really changed is told', async (t) => {
  const here = await world({ name: 'Told' });
  const { platform, owner, site } = here;
  const { controller, router: lab, username, password } = await registered(t, here, 4);
  const { created } = await synced(here, controller.id);
  const first = await toldAt(here);
  t.equal(first.filter(({ event_type }) => event_type === 'device.discovered').length, created);
  t.match(
    first.filter(({ event_type }) => event_type === 'controller.status.changed'),
    [{ payload: { data: { old_status: 'unknown', new_status: 'online' } } }],
  );
  await synced(here, controller.id);
  t.equal((await toldAt(here)).length, first.length, 'an unchanged reading tells nothing');

  const smaller = new RouterOsController({
    plain_http: true,
    devices: 2,
    port: Number(new URL(controller.url).port),
    username,
    password,
  });
  await lab.stop();
  await smaller.start();
  t.teardown(() => smaller.stop());
  const after = await synced(here, controller.id);
  t.ok(after.missing > 0, after.error);
  const news = (await toldAt(here)).slice(first.length);
  const lost = news.filter(({ payload }) => payload.data['reason'] === 'missing');
  t.ok(lost.length > 0 && lost.length <= after.missing);
  t.ok(
    lost.every(
      ({ event_type, payload }) =>
        event_type === 'device.status.changed' && payload.data['new_status'] === 'offline',
    ),
  );
  const offline = await platform.call('GET', `/devices?site_id=${site}&status=offline`, { as: owner });
  t.ok(offline.body.total >= lost.length);
});

t.test(
  'the schedule asks once for what is due, and who asks meanwhile is given that sync at once',
  async (t) => {
    const here = await world({ name: 'Schedule' });
    const { platform, owner } = here;
    const { controller } = await registered(t, here, 2);
    const listed = async () =>
      (await platform.call('GET', `/controllers/${controller.id}/syncs`, { as: owner })).body;
    await platform.call('PATCH', `/controllers/${controller.id}`, { as: owner, body: { name: 'due' } });
    await platform.get(SYNC_SCHEDULE).tick(new AbortController().signal);
    await platform.get(SYNC_SCHEDULE).tick(new AbortController().signal);
    const waiting = await listed();
    t.match(waiting, { total: 1, items: [{ status: 'queued', started_at: null }] });
    const asked = await platform.call('POST', '/controllers/sync', {
      as: owner,
      body: { controller_ids: [controller.id] },
    });
    t.match(asked, {
      status: 202,
      body: { syncs: [{ controller_id: controller.id, sync_id: waiting.items[0].id }] },
    });
    await waitFor('the sync to end', async () => (await listed()).items[0].status === 'succeeded');
  },
);

t.test('however many ask while a sync runs, the controller is read once', async (t) => {
  const here = await world({ name: 'Crowd' });
  const { platform, owner } = here;
  const { controller, router: lab } = await registered(t, here, 2);
  lab.faults.set({ kind: 'slow', delay_ms: 100 });
  const ask = () => platform.call('POST', `/controllers/${controller.id}/sync`, { as: owner });
  const first = await ask();
  const state = async () =>
    (await platform.call('GET', `/controllers/${controller.id}/syncs/${first.body.sync_id}`, { as: owner }))
      .body;
  await waitFor('the sync to run', async () => (await state()).status === 'running');
  const more = await Promise.all(Array.from({ length: 5 }, ask));
  t.same([...new Set(more.map(({ body }) => body.sync_id))], [first.body.sync_id]);
  const ended = await waitFor('the sync to end', async () =>
    (await state()).finished_at === null ? null : state(),
  );
  t.match(ended, { status: 'succeeded', error: null });
});

import { type Token, token } from '@patchbay/kernel/di';
import t from 'tap';
import { bootPlatform, waitFor } from '../../harness/index.ts';
import { LabSite } from '../support/equipment/lab-site.ts';

interface Watch {
  sweep(signal: AbortSignal): Promise<void>;
}
const WATCH: Token<Watch> = token('gateway.watch');

t.test('syncs of gateways are told once each, and a brain that falls silent once', async (t) => {
  const platform = await bootPlatform(t);
  const owner = await platform.owner();
  const stranger = await platform.person('org_admin', await platform.organization('Second Networks'));
  const site = await LabSite.at(t, platform, owner, 'Office');
  const router = await site.register('mikrotik', 'edge');
  const sweep = () => platform.get(WATCH).sweep(new AbortController().signal);
  /** Rounds that meet, as those of two processes would. */
  const rounds = () => Promise.all([sweep(), sweep(), sweep()]);
  const told = async (type: string, as = owner) => {
    const { body } = await platform.call('GET', `/events?event_type=${type}&per_page=50`, { as });
    return body.items as readonly { readonly payload: Record<string, unknown> }[];
  };
  const numbered = (type: string, count: number) =>
    waitFor(`${count} of ${type}`, async () => ((await told(type)).length >= count ? true : null));

  await t.test('every ended sync is one event with its numbers', async (t) => {
    const first = await site.sync(router);
    const second = await site.sync(router);
    await numbered('gateway.sync.completed', 2);
    const events = await told('gateway.sync.completed');
    t.same(events.map(({ payload }) => payload['sync_id']).sort(), [first.id, second.id].sort());
    t.match(events.find(({ payload }) => payload['sync_id'] === first.id)?.payload, {
      controller_id: router.id,
      site_id: site.id,
      vendor: 'mikrotik',
      name: 'edge',
      status: 'succeeded',
      created: first.created,
      error: null,
    });
    t.same(await told('gateway.sync.completed', stranger), []);
  });

  await t.test('one blink of a brain is no news, a second one in a row is, and only once', async (t) => {
    await platform.call('PUT', `/gateway/sites/${site.id}/brain`, {
      as: owner,
      body: { controller_id: router.id },
    });
    const silent = () => router.lab.faults.set({ kind: 'drop_after_read' });
    const brain = async () =>
      (await platform.call('GET', `/gateway/sites/${site.id}/brain`, { as: owner })).body;
    const before = await brain();
    silent();
    t.match(await site.sync(router), { status: 'failed' });
    await rounds();
    t.match(await brain(), { status: 'unreachable', offline_since: null });
    await site.sync(router);
    await rounds();
    await site.sync(router);
    await rounds();
    await numbered('gateway.brain.offline', 1);
    const events = await told('gateway.brain.offline');
    t.equal(events.length, 1);
    t.match(events[0]?.payload, {
      site_id: site.id,
      controller_id: router.id,
      name: 'edge',
      status: 'unreachable',
      reason: String,
    });
    t.match(await brain(), { offline_since: String, updated_at: before.updated_at });
    const plan = await platform.call('GET', `/gateway/sites/${site.id}/vlan-plan`, { as: owner });
    t.match(plan.body.controllers, [{ role: 'brain', status: 'unreachable', gap: String }]);
  });

  await t.test('it is told again after it was online in between', async (t) => {
    router.lab.faults.clear();
    t.match(await site.sync(router), { status: 'succeeded' });
    await rounds();
    router.lab.faults.set({ kind: 'drop_after_read' });
    await site.sync(router);
    await site.sync(router);
    await rounds();
    await numbered('gateway.brain.offline', 2);
    t.equal((await told('gateway.brain.offline')).length, 2);
    t.equal((await told('gateway.sync.completed')).length, 8, 'failed syncs are told too');
  });
});

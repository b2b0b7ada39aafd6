import { sql } from '@patchbay/kernel/database';
import { ProxmoxController } from '@patchbay/lab';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { bootPlatform } from '@patchbay/test/harness';
import { news } from '@patchbay/test/kit';
import { VENDORS } from '@patchbay/vendor-kit';
import t from 'tap';
import { PoolWatch } from '../services/pools/pool-watch.ts';
import { behind, cluster, settle } from './support/scene.ts';

const TOTAL = 1_992_864_825_344;
const never = new AbortController().signal;

t.test('pools of hypervisors', async (t) => {
  const scene = await settle(await bootPlatform(t, { work: false }));
  const { harness, owner, site_id } = scene;
  const lab = new ProxmoxController({ devices: 9, unauthorized_ms: 1 });
  const controller_id = await cluster(t, scene, lab);

  const opened: string[] = [];
  let duringOpen: () => Promise<unknown> = async () => {};
  const controllers = harness.get(CONTROLLERS);
  const open = controllers.open.bind(controllers);
  t.intercept(controllers, 'open', {
    value: async (...args: Parameters<typeof open>) => {
      if (args[2]?.contact !== false) opened.push(args[1]);
      const found = await open(...args);
      await duringOpen();
      return found;
    },
  });
  const watch = harness.get(PoolWatch);
  const due = () =>
    behind(scene, (db) => sql`update storage_pool_looks set ask_after = '-infinity'`.execute(db));
  /** Rounds that meet, as those of several processes would. */
  const round = async () => {
    await due();
    opened.length = 0;
    await Promise.all([watch.round(never), watch.round(never), watch.round(never)]);
  };
  const events = async () => {
    const { body } = await harness.call('GET', '/events?event_type=storage.**&per_page=50', { as: owner });
    return body.items as { event_type: string; site_id: string; payload: Record<string, unknown> }[];
  };
  const told = async () =>
    (await events()).map(({ event_type, payload }) => `${event_type} ${payload['pool']}`).sort();
  const then = news(t, told);
  const only = async (event_type: string) => {
    const found = (await events()).filter((event) => event.event_type === event_type);
    t.equal(found.length, 1);
    return found[0];
  };

  await t.test('that are well are no news, and a controller is asked by one process alone', async (t) => {
    lab.setPool('pve1', 'tank', 'ONLINE');
    lab.setPool('pve2', 'tank', 'ONLINE', 50);
    await round();
    t.same(opened, [controller_id]);
    await then();
    opened.length = 0;
    await watch.round(never);
    t.same(opened, [], 'what was asked a moment ago is not due');
  });

  await t.test('are asked for where the vendor says that its sessions know them', async (t) => {
    const { rows } = await behind(scene, (db) =>
      sql<{ id: string }>`select id from storage_pool_looks`.execute(db),
    );
    t.same(rows, [{ id: controller_id }], 'no other controller is looked at');
    const target = { id: controller_id, url: 'https://192.0.2.1', credential: null, tls: { verify: true } };
    for (const vendor of harness.get(VENDORS.all).values)
      t.equal(vendor.connect(target).pools !== undefined, vendor.pools === true, vendor.id);
  });

  await t.test('are told once when they degrade, and again after they were healthy', async (t) => {
    lab.setPool('pve1', 'tank', 'DEGRADED');
    await round();
    await then('storage.pool.degraded tank');
    const event = await only('storage.pool.degraded');
    t.match(event, { category: 'storage', priority: 'high', site_id });
    t.same(event?.payload, {
      controller_id,
      device_id: null,
      site_id,
      vendor: 'proxmox',
      pool: 'tank',
      node: 'pve1',
      kind: 'zfs',
      health: 'degraded',
      detail: 'DEGRADED',
    });
    await round();
    lab.setPool('pve1', 'tank', 'FAULTED');
    await round();
    lab.setPool('pve1', 'tank', 'ONLINE');
    await round();
    await then();
    lab.setPool('pve1', 'tank', 'FAULTED');
    await round();
    await then('storage.pool.degraded tank');
    lab.setPool('pve1', 'tank', 'ONLINE');
    await round();
  });

  const device_id = '0199aa00-0000-7000-8000-0000000000d2';
  await behind(scene, (db) =>
    sql`
      insert into devices
        (id, organization_id, site_id, controller_id, external_id, name, kind, status, hash)
      values (${device_id}::uuid, ${scene.organization_id}::uuid, ${site_id}::uuid, ${controller_id}::uuid,
        'node/pve2', 'pve2', 'hypervisor', 'online', '')`.execute(db),
  );

  await t.test('are told once when they run full, and again after usage fell', async (t) => {
    lab.setPool('pve2', 'tank', 'ONLINE', 84);
    await round();
    await then();
    lab.setPool('pve2', 'tank', 'ONLINE', 91);
    await round();
    await then('storage.capacity.warning tank');
    const event = await only('storage.capacity.warning');
    t.match(event, { category: 'storage', priority: 'high', site_id });
    t.same(event?.payload, {
      controller_id,
      device_id,
      site_id,
      vendor: 'proxmox',
      pool: 'tank',
      node: 'pve2',
      kind: 'zfs',
      used_bytes: Math.round(TOTAL * 0.91),
      total_bytes: TOTAL,
      used_percent: 91,
      warning_percent: 85,
    });
    for (const percent of [82, 95, 79]) {
      lab.setPool('pve2', 'tank', 'ONLINE', percent);
      await round();
    }
    await then();
    lab.setPool('pve2', 'tank', 'ONLINE', 86);
    await round();
    await then('storage.capacity.warning tank');
  });

  await t.test('of a controller that does not answer stay as they were', async () => {
    await lab.power(false);
    await round();
    await then();
    await lab.power(true);
    lab.setPool('pve1', 'spare', 'DEGRADED');
    await round();
    await then('storage.pool.degraded spare');
  });

  await t.test('are told by the process that holds the claim when they were read', async (t) => {
    lab.setPool('pve3', 'late', 'DEGRADED');
    duringOpen = due;
    await round();
    duringOpen = async () => {};
    const { rows } = await behind(scene, (db) =>
      sql`select id from storage_pool_states where name = 'late'`.execute(db),
    );
    t.same(rows, []);
    await round();
    await then('storage.pool.degraded late');
  });

  await t.test('are heard by those who may see devices, and by no other organization', async (t) => {
    const stranger = await harness.person('org_admin', await harness.organization('Other'));
    const { body } = await harness.call('GET', '/events?event_type=storage.**', { as: stranger });
    t.same(body.items, []);
    const viewer = await harness.person('viewer');
    t.equal((await harness.call('GET', '/events?event_type=storage.**', { as: viewer })).status, 200);
  });

  await t.test('are forgotten with their controller', async (t) => {
    t.equal((await harness.call('DELETE', `/controllers/${controller_id}`, { as: owner })).status, 204);
    await round();
    const { rows } = await behind(scene, (db) =>
      sql<{ id: string }>`
        select id from storage_pool_states
        union all select id from storage_pool_looks where id = ${controller_id}::uuid`.execute(db),
    );
    t.same(rows, []);
  });
});

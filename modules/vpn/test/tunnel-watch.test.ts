import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { newId } from '@patchbay/kernel/schema';
import { LOGGER } from '@patchbay/kernel/telemetry';
import { RouterOsController } from '@patchbay/lab';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { news } from '@patchbay/test/kit';
import t from 'tap';
import { TunnelWatch } from '../services/tunnel-watch.ts';
import type { TunnelStatus, TunnelView } from '../services/tunnels.ts';
import { Tunnels } from '../services/tunnels.ts';

const testExemption = exempt('vpn.tests', 'a test looks behind the curtain');
const controller_id = '0199aa00-0000-7000-8000-0000000000c1';
const site_id = '0199aa00-0000-7000-8000-0000000000d1';
const ids = {
  office: '00000000-0000-8000-8000-000000000001',
  branch: '00000000-0000-8000-8000-000000000002',
} as const;

function view(name: keyof typeof ids, status: TunnelStatus): TunnelView {
  return {
    id: ids[name],
    name,
    status,
    protocol: 'ipsec',
    role: 'site_to_site',
    enabled: status !== 'disabled',
    site_id,
    controller_id,
    controller_name: 'router',
    vendor: 'mikrotik',
    feature: 'routeros.vpn.ipsec',
    target_id: name,
    local: null,
    remote: '203.0.113.9',
    local_networks: [],
    remote_networks: [],
    peers: 1,
    read_at: null,
    gap: null,
  };
}

t.test('a tunnel that came up or went down between two syncs is told once', async (t) => {
  let tunnels: readonly TunnelView[] = [];
  const platform = await bootPlatform(t);
  const owner = await platform.owner();
  const read = { ofController: async () => tunnels };
  const watch = new TunnelWatch({
    database: platform.get(DATABASE),
    tunnels: read,
    logger: platform.get(LOGGER),
  });
  /** Comparisons that meet, as those of two processes would. */
  const sync = async (...now: readonly TunnelView[]) => {
    tunnels = now;
    const once = () => watch.compare(owner.organization_id, controller_id);
    await Promise.all([once(), once(), once()]);
  };
  const told = async () => {
    const { body } = await platform.call('GET', '/events?event_type=vpn.**&per_page=50', { as: owner });
    return (body.items as { event_type: string; payload: { name: string } }[])
      .map(({ event_type, payload }) => `${event_type} ${payload.name}`)
      .sort();
  };
  const then = news(t, told);

  await sync(view('office', 'up'), view('branch', 'down'));
  await then();
  await sync(view('office', 'up'), view('branch', 'up'));
  await then('vpn.tunnel.up branch');
  await sync(view('office', 'unknown'), view('branch', 'unknown'));
  await sync(view('office', 'down'), view('branch', 'up'));
  await then('vpn.tunnel.down office');
  await sync(view('branch', 'up'));
  await sync(view('office', 'up'), view('branch', 'disabled'));
  await then();
  const { body } = await platform.call('GET', '/events?event_type=vpn.tunnel.down', { as: owner });
  t.match(body.items, [
    {
      event_type: 'vpn.tunnel.down',
      site_id,
      payload: { tunnel_id: ids.office, name: 'office', protocol: 'ipsec', controller_id, site_id },
    },
  ]);
});

t.test('the end of a sync makes the comparison', async (t) => {
  const platform = await bootPlatform(t);
  const owner = await platform.owner();
  const asked: string[] = [];
  t.intercept(platform.get(TunnelWatch), 'compare', {
    value: async (...[, id]: readonly string[]) => void asked.push(String(id)),
  });
  const lab = new RouterOsController({ plain_http: true, devices: 1 });
  const { url, credentials } = await lab.start();
  t.teardown(() => lab.stop());
  const created = async (path: string, body: object) =>
    (await platform.call('POST', path, { as: owner, body })).body.id as string;
  const { username, password } = credentials;
  const credential_id = await created('/credentials', {
    name: 'lab',
    kind: 'password',
    username,
    secret: password,
  });
  const site = await platform.site(owner, 'Office');
  const id = await created('/controllers', {
    name: 'router',
    site_id: site,
    vendor: 'mikrotik',
    url,
    credential_id,
  });
  await platform.call('POST', `/controllers/${id}/sync`, { as: owner });
  await waitFor('the comparison', () => asked.includes(id) || null);

  await t.test('and what it kept goes with its controller', async (t) => {
    const database = platform.get(DATABASE);
    const behind = (query: ReturnType<typeof sql>) =>
      database.asSystem(testExemption, async (db) => (await query.execute(db)).rows);
    const gone = await created('/controllers', {
      name: 'gone',
      site_id: site,
      vendor: 'mikrotik',
      url: 'https://192.0.2.1',
    });
    for (const controller of [id, gone])
      await behind(sql`
        insert into vpn_tunnel_states (id, organization_id, controller_id, tunnel_id, status)
        values (${newId()}::uuid, ${owner.organization_id}::uuid, ${controller}::uuid, ${newId()}::uuid, 'up')`);
    t.equal((await platform.call('DELETE', `/controllers/${gone}`, { as: owner })).status, 204);
    await platform.get(TunnelWatch).forgetDeleted();
    t.same(await behind(sql`select controller_id from vpn_tunnel_states`), [{ controller_id: id }]);
  });
});

t.test(
  'comparisons that meet need one connection each, and ends of syncs are compared one by one',
  async (t) => {
    const platform = await bootPlatform(t, { work: false });
    const { organization_id } = await platform.owner();
    const watch = new TunnelWatch({
      database: platform.get(DATABASE),
      tunnels: platform.get(Tunnels),
      logger: platform.get(LOGGER),
    });
    const many = Array.from({ length: 40 }, () => newId());
    await Promise.all(many.map((id) => watch.compare(organization_id, id)));

    const compared: string[] = [];
    let [now, most] = [0, 0];
    const compare = watch.compare.bind(watch);
    t.intercept(watch, 'compare', {
      value: async (organization: string, id: string) => {
        now += 1;
        most = Math.max(most, now);
        await compare(organization, id);
        now -= 1;
        compared.push(id);
      },
    });
    const ended = (id: string): LoggedEvent => ({
      id: newId(),
      cursor: 1,
      organization_id,
      site_id,
      event_type: 'gateway.sync.completed',
      category: 'gateway',
      payload: { controller_id: id, status: 'succeeded' },
      priority: 'low',
      causation: [],
      occurred_at: '2026-01-01T00:00:00Z',
    });
    watch.notice(many.map(ended));
    watch.notice(many.map(ended));
    await waitFor('the comparisons', () => new Set(compared).size === many.length && now === 0);
    t.equal(most, 1);
    t.equal(compared.length, many.length + 1, 'one is asked for again while it is compared');
  },
);

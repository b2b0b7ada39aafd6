import { notFound } from '@patchbay/kernel/errors';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { SyncedController, SyncedControllers } from '@patchbay/module-gateway/contract';
import type { VpnTunnel } from '@patchbay/vendor-kit';
import t from 'tap';
import { Tunnels } from '../services/tunnels.ts';

const principal = systemPrincipal('0199aa00-0000-7000-8000-000000000001');
const tunnel = (name: string, facts: Partial<VpnTunnel> = {}): VpnTunnel => ({
  feature: 'vpn.gre',
  target_id: name,
  name,
  protocol: 'gre',
  role: 'site_to_site',
  enabled: true,
  up: null,
  local: null,
  remote: '203.0.113.9',
  local_networks: [],
  remote_networks: ['10.8.0.0/16'],
  peers: 1,
  ...facts,
});
const controller = (id: string, tunnels: readonly VpnTunnel[], gap: string | null = null) => ({
  id,
  name: `router ${id}`,
  vendor: 'mikrotik',
  feature_prefix: 'routeros.',
  site_id: 'site',
  status: 'online',
  last_sync_at: '2026-01-01T00:00:00Z',
  reading: { features: [], tunnels: () => tunnels },
  objects: {},
  gap,
  is_read: true,
});
const over = (...controllers: SyncedController<'vpn'>[]) => {
  const read = async () => controllers;
  return new Tunnels({ synced: { read, readIn: read } as SyncedControllers });
};
const page = { page: 1, per_page: 50 };

t.test('a tunnel stands as the last sync told, unless its controller has fallen silent', async (t) => {
  const tunnels = [
    tunnel('a', { up: true }),
    tunnel('b', { up: false }),
    tunnel('c'),
    tunnel('d', { enabled: false, up: true }),
  ];
  const statuses = async (gap: string | null) =>
    (await over(controller('1', tunnels, gap)).list(principal, page)).items.map(({ status }) => status);
  t.same(await statuses(null), ['up', 'down', 'unknown', 'disabled']);
  t.same(await statuses('It does not answer.'), ['unknown', 'unknown', 'unknown', 'disabled']);
});

t.test('its id is the same from reading to reading and differs from place to place', async (t) => {
  const here = over(controller('1', [tunnel('a'), tunnel('b')]), controller('2', [tunnel('a')]));
  const ids = (await here.list(principal, page)).items.map(({ id }) => id);
  t.equal(new Set(ids).size, 3);
  for (const id of ids) t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.same((await here.get(principal, String(ids[0]).toUpperCase())).id, ids[0]);
  await t.rejects(here.get(principal, '0199aa00-0000-7000-8000-00000000dead'), notFound());
});

t.test('lists are filtered, searched, ordered and cut', async (t) => {
  const here = over(controller('1', [tunnel('b'), tunnel('a', { protocol: 'ipsec' }), tunnel('c')]));
  const names = async (query: object) =>
    (await here.list(principal, { ...page, ...query })).items.map(({ name }) => name);
  t.same(await names({}), ['a', 'b', 'c']);
  t.same(await names({ sort: '-name' }), ['c', 'b', 'a']);
  t.same(await names({ protocol: 'ipsec' }), ['a']);
  t.same(await names({ search: '10.8.' }), ['a', 'b', 'c']);
  t.same(await names({ search: '%' }), []);
  t.same(await names({ per_page: 2, page: 2 }), ['c']);
});

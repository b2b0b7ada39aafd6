import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { type LabController, OpenWrtController, RouterOsController, UnifiController } from '@patchbay/lab';
import t from 'tap';
import { bootPlatform, loginOf, registered, started, synced } from '../../harness/index.ts';

const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
const owner = await platform.owner();
const readsLog = exempt('test.reads-network-events', 'the test looks at what was published at its site');

interface Equipment {
  readonly id: string;
  readonly site: string;
}

async function registeredAt(
  t: { teardown(work: () => unknown): unknown },
  vendor: string,
  lab: LabController,
): Promise<Equipment> {
  const site = await platform.site(owner, vendor);
  const endpoint = await started(t, lab);
  return {
    id: await registered(platform, owner, {
      name: vendor,
      site_id: site,
      vendor,
      endpoint,
      login: loginOf(endpoint),
    }),
    site,
  };
}

async function sync({ id }: Equipment): Promise<void> {
  const ended = await synced(platform, owner, id);
  if (ended.status !== 'succeeded') throw new Error(ended.error);
}

/** Stages and applies through the gateway; answers the id of what was written. */
async function write(path: string, operation: string, body: object): Promise<string> {
  const staged = await platform.call('POST', `${path}?operation=${operation}`, { as: owner, body });
  if (staged.status !== 201) throw new Error(staged.text);
  const applied = await platform.call('POST', `/gateway-vpn/changes/${staged.body.id}/apply`, {
    as: owner,
    body: { force: true },
  });
  if (applied.status !== 200) throw new Error(applied.text);
  const attempts = await platform.call('GET', `/changes/${staged.body.id}/attempts`, { as: owner });
  return attempts.body.items[0].target_id;
}

const told = ({ site }: Equipment): Promise<readonly string[]> =>
  platform.get(DATABASE).asSystem(readsLog, async (db) => {
    const { rows } = await sql<{ told: string }>`
      select event_type || ' ' || coalesce(payload->>'vlan_id', payload->>'ssid') as told from event_log
      where site_id = ${site}::uuid and event_type like 'network.%' order by id`.execute(db);
    return rows.map((row) => row.told);
  });

t.test('a router: applied changes and those made on the device are told once', async (t) => {
  const router = new RouterOsController({ plain_http: true, devices: 2 });
  const equipment = await registeredAt(t, 'mikrotik', router);
  const base = `/gateway-mikrotik-interfaces/${equipment.id}/changes`;
  await sync(equipment);
  t.same(await told(equipment), []);
  const payload = { name: 'cameras', interface: 'ether2', 'vlan-id': '99' };
  const target_id = await write(`${base}/interfaces.vlan`, 'create', { payload });
  t.same(await told(equipment), ['network.vlan.created 99'], 'the apply tells it');
  await sync(equipment);
  await sync(equipment);
  t.same(await told(equipment), ['network.vlan.created 99'], 'the sync does not tell it again');
  await write(`${base}/interfaces.vlan`, 'update', { payload: { name: 'doors' }, target_id });
  await sync(equipment);
  await write(`${base}/interfaces.vlan`, 'delete', { payload: {}, target_id });
  await sync(equipment);
  t.same((await told(equipment)).slice(1), ['network.vlan.updated 99', 'network.vlan.deleted 99']);
  await write(`${base}/interfaces.wifi`, 'create', {
    payload: { name: 'wifi9', 'configuration.ssid': 'Lobby' },
  });
  await sync(equipment);
  t.same((await told(equipment)).slice(3), ['network.wifi.created Lobby']);
});

t.test('an access point: its wireless networks', async (t) => {
  const equipment = await registeredAt(t, 'openwrt', new OpenWrtController({ devices: 2 }));
  const path = `/gateway-openwrt-wireless/${equipment.id}/changes/openwrt.wireless.iface`;
  await sync(equipment);
  const payload = {
    device: 'radio0',
    network: ['lan'],
    mode: 'ap',
    ssid: 'Guests',
    encryption: 'psk2',
    key: 'a long enough key',
  };
  const target_id = await write(path, 'create', { payload });
  await sync(equipment);
  t.same(await told(equipment), ['network.wifi.created Guests']);
  await write(path, 'update', { payload: { disabled: true }, target_id });
  await sync(equipment);
  await write(path, 'delete', { payload: {}, target_id });
  await sync(equipment);
  t.same((await told(equipment)).slice(1), ['network.wifi.updated Guests', 'network.wifi.deleted Guests']);
});

t.test('a console: two interfaces to one wireless network tell it once', async (t) => {
  const equipment = await registeredAt(t, 'unifi', new UnifiController({ devices: 4 }));
  const path = `/gateway-wifi/${equipment.id}/sites/${equipment.site}/changes/wifi.broadcast`;
  await sync(equipment);
  await sync(equipment);
  t.same(await told(equipment), []);
  const payload = {
    type: 'IOT_OPTIMIZED',
    name: 'Staff',
    enabled: true,
    network: { type: 'NATIVE' },
    securityConfiguration: { type: 'OPEN' },
    hideName: false,
    clientIsolationEnabled: false,
    multicastToUnicastConversionEnabled: false,
    uapsdEnabled: false,
    channel2gLockedTo6: false,
    dtimPeriod2gLockedTo3: false,
  };
  const target_id = await write(path, 'create', { payload });
  await sync(equipment);
  t.same(await told(equipment), ['network.wifi.created Staff']);
  await write(path, 'delete', { payload: {}, target_id });
  await sync(equipment);
  t.same((await told(equipment)).slice(1), ['network.wifi.deleted Staff']);
});

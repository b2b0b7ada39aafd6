import { notSent, type Push, type VendorValue } from '@patchbay/vendor-kit';
import { rowsOf } from '../inventory/rows.ts';
import { argumentsSchema } from './command-payloads.ts';
import type { CommandAccess, DeviceCommand } from './device-commands.ts';

const CALL_TIMEOUT_MS = 20_000;
const mac = { type: 'string', pattern: '^([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}$' };
const interfaceName = { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,64}$' };
const PORT_PATTERN = /^[A-Za-z0-9_.-]{1,32}$/;

const listInterfaces = async (access: CommandAccess): Promise<readonly VendorValue[]> =>
  rowsOf((await access.call('network.interface', 'dump'))?.['interface']).map((row) => ({
    '.id': row['interface'],
    ...row,
  }));

const linked = (method: 'up' | 'down'): DeviceCommand => ({
  call: `network.interface.${method}`,
  payload: argumentsSchema(`network.interface.${method}`, ['interface'], { interface: interfaceName }),
  run: (access, { payload }) => access.call('network.interface', method, { interface: payload['interface'] }),
  async check(access, { payload }) {
    const status = await access.call('network.interface', 'status', { interface: payload['interface'] });
    // An interface that asks for its address is on its way up.
    const isUp = status?.['up'] === true || status?.['pending'] === true;
    if (isUp === (method === 'up')) return { holds: true };
    return { holds: false, mismatch: `The interface is ${isUp ? 'still up' : 'not up'}.` };
  },
  list: listInterfaces,
});

/** The object of a wireless port; `target_id` is the port's name. */
function hostapd({ target_id }: Push): string {
  if (target_id === null || !PORT_PATTERN.test(target_id))
    throw notSent('The change names no wireless port.');
  return `hostapd.${target_id}`;
}

const clientKick: DeviceCommand = {
  call: 'hostapd.<ifname>.del_client',
  needsTarget: true,
  payload: argumentsSchema('hostapd.<ifname>.del_client', ['addr'], {
    addr: mac,
    reason: { type: 'integer', minimum: 0, maximum: 65_535 },
    ban_time: { type: 'integer', minimum: 0, maximum: 86_400_000 },
  }),
  run: (access, push) => access.call(hostapd(push), 'del_client', { ...push.payload }),
  async check(access, push) {
    // Without a ban it may be back already.
    if (!push.payload['ban_time']) return { holds: true };
    const clients = (await access.call(hostapd(push), 'get_clients'))?.['clients'];
    const present = typeof clients === 'object' && clients !== null ? Object.keys(clients) : [];
    const wanted = String(push.payload['addr']).toLowerCase();
    if (!present.some((each) => each.toLowerCase() === wanted)) return { holds: true };
    return { holds: false, mismatch: 'The station is still there.' };
  },
  list: async (access) => {
    const stations: VendorValue[] = [];
    for (const device of devicesOf(await access.call('iwinfo', 'devices'))) {
      const found = rowsOf((await access.call('iwinfo', 'assoclist', { device }))?.['results']);
      stations.push(...found.map((row) => ({ '.id': device, ifname: device, ...row })));
    }
    return stations;
  },
};

export const devicesOf = (data: VendorValue | null): readonly string[] => {
  const devices = data?.['devices'];
  return Array.isArray(devices) ? devices.filter((each) => typeof each === 'string') : [];
};

const channelSwitch: DeviceCommand = {
  call: 'hostapd.<ifname>.switch_chan',
  needsTarget: true,
  payload: argumentsSchema('hostapd.<ifname>.switch_chan', ['freq', 'bcn_count'], {
    freq: { type: 'integer', minimum: 2_400, maximum: 7_200 },
    bcn_count: { type: 'integer', minimum: 1, maximum: 255 },
  }),
  run: (access, push) => access.call(hostapd(push), 'switch_chan', { ...push.payload }),
  async check(access, push) {
    // The switch is announced first; the port changes after so many beacons.
    const status = await access.call(hostapd(push), 'get_status');
    return { holds: true, value: { ifname: push.target_id, freq: status?.['freq'] } };
  },
};

const scan: DeviceCommand = {
  call: 'iwinfo.scan',
  payload: argumentsSchema('iwinfo.scan', ['device'], { device: interfaceName }),
  run: (access, { payload }) => access.call('iwinfo', 'scan', { ...payload }, CALL_TIMEOUT_MS),
};

export const networkCommands: Readonly<Record<string, DeviceCommand>> = {
  'interfaces.up': linked('up'),
  'interfaces.down': linked('down'),
  'wireless.client_kick': clientKick,
  'wireless.channel_switch': channelSwitch,
  'diagnostics.scan': scan,
};

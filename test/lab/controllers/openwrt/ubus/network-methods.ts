import type { WirelessPort } from '../radio-clients.ts';
import type { Section } from '../uci/section-names.ts';
import { ubusStatus } from '../uci/uci-state.ts';
import { type CallContext, done, failed, type Method, text } from './call.ts';

const interfacesOf = ({ device }: CallContext): readonly Section[] =>
  device.uci.running('network').filter(({ type }) => type === 'interface');

function statusOf({ device }: CallContext, { name, options }: Section): Record<string, unknown> {
  const address = [options['ipaddr'] ?? []].flat()[0];
  return {
    interface: name,
    up: !device.downInterfaces.has(name),
    pending: false,
    available: true,
    autostart: true,
    uptime: device.uptimeSeconds(),
    l3_device: options['device'] ?? name,
    proto: options['proto'] ?? 'none',
    device: options['device'] ?? name,
    'ipv4-address': address === undefined ? [] : [{ address: address.split('/')[0], mask: 24 }],
    'ipv6-address': [],
  };
}

const onInterface =
  (work: (context: CallContext, found: Section) => ReturnType<Method>): Method =>
  (context, given) => {
    const wanted = context.name || text(given['interface']);
    const found = interfacesOf(context).find(({ name }) => name === wanted);
    return found ? work(context, found) : failed(ubusStatus.not_found);
  };

export const interfaceMethods: Readonly<Record<string, Method>> = {
  dump: (context) => done({ interface: interfacesOf(context).map((each) => statusOf(context, each)) }),
  status: onInterface((context, found) => done(statusOf(context, found))),
  up: onInterface(({ device }, { name }) => {
    device.downInterfaces.delete(name);
    return done();
  }),
  down: onInterface(({ device }, { name }) => {
    device.downInterfaces.add(name);
    return done();
  }),
  renew: onInterface(() => done()),
};

export const deviceMethods: Readonly<Record<string, Method>> = {
  status: ({ device }) => {
    const serial = device.options.serial;
    const ports = ['eth0', 'eth1', 'br-lan'].map((name, index) => [
      name,
      {
        external: false,
        present: true,
        type: name === 'br-lan' ? 'bridge' : 'Network device',
        up: true,
        macaddr: `${serial}:0${index}`,
      },
    ]);
    return done(Object.fromEntries(ports));
  },
};

export const wirelessMethods: Readonly<Record<string, Method>> = {
  status: (context) => {
    const radios = context.device.uci.running('wireless').filter(({ type }) => type === 'wifi-device');
    return done(Object.fromEntries(radios.map((radio) => [radio.name, radioStatus(context, radio)])));
  },
  up: () => done(),
  down: () => done(),
  reconf: () => done(),
};

function radioStatus({ device }: CallContext, radio: Section): Record<string, unknown> {
  const sections = device.uci.running('wireless');
  const interfaces = device.radios
    .ports()
    .filter(([, port]) => port.radio === radio.name)
    .flatMap(([ifname, { section }]) => {
      const config = sections.find(({ name }) => name === section)?.options;
      return config ? [{ section, ifname, config: { mode: config['mode'], ssid: config['ssid'] } }] : [];
    });
  return {
    up: true,
    pending: false,
    autostart: true,
    disabled: false,
    config: { ...radio.options },
    interfaces,
  };
}

const onPort =
  (
    work: (
      context: CallContext,
      port: WirelessPort,
      given: Readonly<Record<string, unknown>>,
    ) => ReturnType<Method>,
  ): Method =>
  (context, given) => {
    const port = context.device.radios.port(context.name || text(given['device']));
    return port ? work(context, port, given) : failed(ubusStatus.not_found);
  };

export const hostapdMethods: Readonly<Record<string, Method>> = {
  get_clients: onPort((_context, { frequency, stations }) => {
    const clients = [...stations.values()].map(({ mac, signal }) => [
      mac.toLowerCase(),
      { auth: true, assoc: true, authorized: true, signal },
    ]);
    return done({ freq: frequency, clients: Object.fromEntries(clients) });
  }),
  get_status: onPort((_context, { frequency }) => done({ status: 'ENABLED', freq: frequency, phy: 'phy0' })),
  del_client: onPort(({ device }, port, { addr, ban_time }) => {
    if (typeof addr !== 'string' || !/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(addr))
      return failed(ubusStatus.invalid_argument);
    device.radios.kick(port, addr, typeof ban_time === 'number' ? ban_time : 0);
    return done();
  }),
  list_bans: onPort((_context, { bans }) => done({ clients: [...bans.keys()] })),
  switch_chan: onPort((_context, port, { freq, bcn_count }) => {
    if (typeof freq !== 'number' || typeof bcn_count !== 'number') return failed(ubusStatus.invalid_argument);
    if (freq < 2_400 || freq > 7_200) return failed(ubusStatus.not_supported);
    port.frequency = freq;
    return done();
  }),
};

export const iwinfoMethods: Readonly<Record<string, Method>> = {
  devices: ({ device }) => done({ devices: device.radios.ports().map(([ifname]) => ifname) }),
  info: onPort(({ device }, { section, frequency }) => {
    const config = device.uci.running('wireless').find(({ name }) => name === section)?.options;
    return done({
      ssid: config?.['ssid'] ?? '',
      mode: 'Master',
      frequency,
      channel: frequency < 5_000 ? 1 : 36,
    });
  }),
  assoclist: onPort((_context, { stations }) =>
    done({
      results: [...stations.values()].map(({ mac, signal }) => ({ mac, signal, noise: -92, inactive: 30 })),
    }),
  ),
  scan: onPort(() =>
    done({
      results: [
        {
          ssid: 'neighbour',
          bssid: '02:11:22:33:44:55',
          mode: 'Master',
          channel: 6,
          signal: -71,
          quality: 39,
        },
      ],
    }),
  ),
};

export const luciRpcMethods: Readonly<Record<string, Method>> = {
  getDHCPLeases: ({ device }) =>
    done({ dhcp_leases: device.leases.map((lease) => ({ ...lease })), dhcp6_leases: [] }),
  getHostHints: ({ device }) =>
    done(
      Object.fromEntries(
        device.leases.map(({ macaddr, ipaddr, hostname }) => [
          macaddr,
          { ipaddrs: [ipaddr], ip6addrs: [], name: hostname },
        ]),
      ),
    ),
};

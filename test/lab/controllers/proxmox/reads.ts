import { type Call, type Handlers, isSet, textOf } from './call.ts';
import type { Guest, GuestType, Node } from './cluster/cluster.ts';
import type { Task } from './cluster/tasks.ts';
import { refused } from './refusal.ts';

const uptime = ({ cluster }: Call, { bootedAt }: Node): number =>
  Math.max(0, Math.floor((cluster.clock.now() - bootedAt) / 1_000));

const isUp = ({ cluster }: Call, { node }: Guest): boolean => cluster.nodes.get(node)?.status === 'online';

const nameOf = (guest: Guest): unknown =>
  guest.config['name'] ?? guest.config['hostname'] ?? `${guest.type === 'qemu' ? 'VM' : 'CT'} ${guest.vmid}`;

function shownGuest(call: Call, guest: Guest): Readonly<Record<string, unknown>> {
  const isRunning = guest.status === 'running' && isUp(call, guest);
  return {
    vmid: guest.vmid,
    name: nameOf(guest),
    status: isUp(call, guest) ? guest.status : 'unknown',
    template: guest.template ? 1 : 0,
    cpu: isRunning ? 0.03 : 0,
    maxcpu: Number(guest.config['cores'] ?? 1),
    mem: isRunning ? 402_653_184 : 0,
    maxmem: Number(guest.config['memory'] ?? 512) * 1_048_576,
    disk: 0,
    maxdisk: 34_359_738_368,
    uptime: isRunning ? 4_000 : 0,
    ...(guest.lock === undefined ? {} : { lock: guest.lock }),
  };
}

function resources(call: Call): readonly unknown[] {
  const { cluster, given } = call;
  const wanted = (type: string) => given['type'] === undefined || given['type'] === type;
  const guests = [...cluster.guests.values()].map((guest) => ({
    id: `${guest.type}/${guest.vmid}`,
    type: guest.type,
    node: guest.node,
    ...shownGuest(call, guest),
  }));
  const nodes = [...cluster.nodes.values()].map(({ name, status }) => ({
    id: `node/${name}`,
    type: 'node',
    node: name,
    status,
  }));
  const storages = nodes.flatMap(({ node }) =>
    [...cluster.storages].map(([storage, row]) => ({
      id: `storage/${node}/${storage}`,
      type: 'storage',
      node,
      storage,
      status: 'available',
      plugintype: row['type'],
      content: row['content'],
      shared: row['shared'] === '1' ? 1 : 0,
    })),
  );
  const zones = nodes.flatMap(({ node }) =>
    [...cluster.sdn.running.zones.keys()].map((sdn) => ({
      id: `sdn/${node}/${sdn}`,
      type: 'sdn',
      node,
      sdn,
      status: 'ok',
    })),
  );
  return [
    ...(wanted('vm') ? guests : []),
    ...(wanted('node') ? nodes : []),
    ...(wanted('storage') ? storages : []),
    ...(wanted('sdn') ? zones : []),
  ];
}

function current(call: Call, type: GuestType): unknown {
  const guest = call.cluster.guest(type, textOf(call, 'vmid'), textOf(call, 'node'));
  const qmpstatus = guest.isPaused ? 'paused' : guest.status;
  return {
    ...shownGuest(call, guest),
    ha: {
      managed: call.cluster.table('ha/resources').has(`${type === 'qemu' ? 'vm' : 'ct'}:${guest.vmid}`)
        ? 1
        : 0,
    },
    ...(type === 'qemu' ? { qmpstatus } : {}),
  };
}

/** An address that follows from the number of the guest. */
const addressOf = ({ vmid }: Guest): string => `192.0.2.${10 + (vmid % 240)}`;
const macOf = ({ config }: Guest): string =>
  /([0-9A-F]{2}:){5}[0-9A-F]{2}/i.exec(String(config['net0'] ?? ''))?.[0]?.toLowerCase() ??
  '00:00:00:00:00:00';

function agentInterfaces(call: Call): unknown {
  const guest = call.cluster.guest('qemu', textOf(call, 'vmid'), textOf(call, 'node'));
  if (guest.status !== 'running') throw refused(`VM ${guest.vmid} is not running`);
  if (!/^(1|enabled=1)/.test(String(guest.config['agent'] ?? '')))
    throw refused('No QEMU guest agent configured');
  const address = (ip: string, prefix: number) => ({ 'ip-address': ip, 'ip-address-type': 'ipv4', prefix });
  return {
    result: [
      { name: 'lo', 'hardware-address': '00:00:00:00:00:00', 'ip-addresses': [address('127.0.0.1', 8)] },
      { name: 'eth0', 'hardware-address': macOf(guest), 'ip-addresses': [address(addressOf(guest), 24)] },
    ],
  };
}

function containerInterfaces(call: Call): unknown {
  const guest = call.cluster.guest('lxc', textOf(call, 'vmid'), textOf(call, 'node'));
  if (guest.status !== 'running') throw refused(`CT ${guest.vmid} not running`);
  return [
    { name: 'lo', hwaddr: '00:00:00:00:00:00', 'hardware-address': '00:00:00:00:00:00', inet: '127.0.0.1/8' },
    { name: 'eth0', hwaddr: macOf(guest), 'hardware-address': macOf(guest), inet: `${addressOf(guest)}/24` },
  ];
}

const shownTask = ({ log: _log, endtime: _endtime, exitstatus, ...task }: Task) => ({
  ...task,
  ...(exitstatus === undefined ? {} : { exitstatus }),
});
const listedTask = ({ log: _log, exitstatus, status: _status, ...task }: Task) => ({
  ...task,
  ...(exitstatus === undefined ? {} : { status: exitstatus }),
});

const guestList = (call: Call, type: GuestType): readonly unknown[] => {
  const { name } = call.cluster.node(textOf(call, 'node'));
  return [...call.cluster.guests.values()]
    .filter((guest) => guest.type === type && guest.node === name)
    .map((guest) => shownGuest(call, guest));
};

export const reads: Handlers = {
  'GET /version': ({ cluster }) => ({
    version: cluster.version,
    release: cluster.version.split('.').slice(0, 2).join('.'),
    repoid: '3f6b4d5e',
  }),
  'GET /cluster/resources': resources,
  'GET /cluster/status': ({ cluster, power }) => [
    { id: 'cluster', type: 'cluster', name: cluster.name, nodes: cluster.nodes.size, quorate: 1, version: 7 },
    ...[...cluster.nodes.values()].map(({ name, ip, status }, index) => ({
      id: `node/${name}`,
      type: 'node',
      name,
      ip,
      nodeid: index + 1,
      online: status === 'online' ? 1 : 0,
      local: name === power.node ? 1 : 0,
      level: '',
    })),
  ],
  'GET /nodes': ({ cluster }) =>
    [...cluster.nodes.values()].map(({ name, status }) => ({
      node: name,
      id: `node/${name}`,
      type: 'node',
      status,
      maxcpu: 16,
      maxmem: 68_719_476_736,
    })),
  'GET /nodes/{node}/status'(call) {
    const node = call.cluster.node(textOf(call, 'node'));
    return {
      uptime: uptime(call, node),
      pveversion: `pve-manager/${call.cluster.version}/3f6b4d5e`,
      kversion: 'Linux 6.17.2-1-pve',
      cpuinfo: { model: 'AMD EPYC 4345P 8-Core Processor', cores: 8, cpus: 16, sockets: 1 },
      memory: { total: 68_719_476_736, used: 21_474_836_480, free: 47_244_640_256 },
    };
  },
  'GET /nodes/{node}/qemu': (call) => guestList(call, 'qemu'),
  'GET /nodes/{node}/lxc': (call) => guestList(call, 'lxc'),
  'GET /nodes/{node}/qemu/{vmid}/status/current': (call) => current(call, 'qemu'),
  'GET /nodes/{node}/lxc/{vmid}/status/current': (call) => current(call, 'lxc'),
  'GET /nodes/{node}/qemu/{vmid}/agent/network-get-interfaces': agentInterfaces,
  'GET /nodes/{node}/lxc/{vmid}/interfaces': containerInterfaces,
  'GET /cluster/ha/status/current': ({ cluster }) =>
    [...cluster.table('ha/resources')].map(([sid, row]) => ({
      id: `service:${sid}`,
      sid,
      type: 'service',
      status: row['state'],
    })),
  'GET /cluster/tasks': ({ cluster }) => cluster.tasks.list().map(listedTask),
  'GET /nodes/{node}/tasks': (call) => call.cluster.tasks.list(textOf(call, 'node')).map(listedTask),
  'GET /nodes/{node}/tasks/{upid}/status': (call) =>
    shownTask(call.cluster.tasks.of(textOf(call, 'node'), textOf(call, 'upid'))),
  'GET /nodes/{node}/tasks/{upid}/log'(call) {
    const { log } = call.cluster.tasks.of(textOf(call, 'node'), textOf(call, 'upid'));
    if (isSet(call, 'download')) return log.join('\n');
    const start = Number(call.given['start'] ?? 0);
    const limit = Number(call.given['limit'] ?? 50);
    return log.map((text, index) => ({ n: index + 1, t: text })).slice(start, start + limit);
  },
  'DELETE /nodes/{node}/tasks/{upid}'(call) {
    call.cluster.tasks.stop(textOf(call, 'node'), textOf(call, 'upid'));
    return null;
  },
};

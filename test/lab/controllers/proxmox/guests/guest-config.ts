import { altered, type Call, type Handlers, isSet, itemsOf, settings, textOf, typed } from '../call.ts';
import { digestOf, type Guest, type GuestType } from '../cluster/cluster.ts';
import { refused } from '../refusal.ts';
import type { Row } from '../row.ts';
import { diskKey, kept, volumeOf, volumesOf } from './guest-disks.ts';
import { started } from './guest-power.ts';

/** Parameters of a creation that are no settings of the guest. */
const making = [
  'vmid',
  'node',
  'archive',
  'force',
  'unique',
  'start',
  'pool',
  'bwlimit',
  'storage',
  'live-restore',
  'ha-managed',
  'import-working-storage',
  'ostemplate',
  'password',
  'ssh-public-keys',
  'restore',
  'ignore-unpack-errors',
] as const;
const steering = ['skiplock', 'force', 'revert', 'background_delay', 'import-working-storage'] as const;
/** What a running guest takes at once. */
const atOnce = new Set(['name', 'hostname', 'description', 'onboot', 'tags', 'protection', 'startup']);

const order = ({ user }: Call, guest: Guest, type: string) => ({
  node: guest.node,
  type,
  id: String(guest.vmid),
  user: user.name,
});

export function newGuest(type: GuestType, vmid: number, node: string, lock?: string): Guest {
  return {
    vmid,
    type,
    node,
    status: 'stopped',
    isPaused: false,
    config: {},
    live: null,
    snapshots: [],
    parent: undefined,
    lock,
    template: false,
    rules: [],
  };
}

function create(call: Call, type: GuestType): string {
  const { cluster, given } = call;
  const vmid = Number(textOf(call, 'vmid'));
  const { name: node } = cluster.node(textOf(call, 'node'));
  const archive = typeof given['archive'] === 'string' ? given['archive'] : undefined;
  if (archive !== undefined && !cluster.volumes.has(archive))
    throw refused(`volume '${archive}' does not exist`);
  const template = given['ostemplate'];
  if (type === 'lxc' && !cluster.volumes.has(String(template)))
    throw refused(`volume '${String(template)}' does not exist`);
  const before = cluster.guests.get(vmid);
  const isReplaced =
    archive !== undefined && isSet(call, 'force') && before?.type === type && before.node === node;
  if (!isReplaced) cluster.assertFree(vmid);
  else if (before.status === 'running') throw refused(`unable to restore VM ${vmid} - vm is running`);
  const own = settings(call, ...making);
  const guest = newGuest(type, vmid, node, archive === undefined ? 'create' : 'restore');
  // What cannot be kept is refused before anything is begun.
  const planned = kept(cluster, guest, plannedConfig(call, type, own));
  cluster.guests.set(vmid, guest);
  return cluster.tasks.start({
    ...order(call, guest, archive === undefined ? (type === 'qemu' ? 'qmcreate' : 'vzcreate') : 'qmrestore'),
    run: () => {
      guest.config = planned;
      if (isSet(call, 'start')) started(guest);
      const pool = cluster.table('pools').get(textOf(call, 'pool'));
      if (pool !== undefined) pool['vms'] = [...itemsOf(pool['vms']), String(vmid)].join(',');
    },
    ended: (isWell) => {
      guest.lock = undefined;
      if (isWell) return;
      cluster.guests.delete(vmid);
      for (const volid of volumesOf(cluster, vmid)) cluster.volumes.delete(volid);
    },
  });
}

function plannedConfig({ given, cluster }: Call, type: GuestType, own: Row): Row {
  if (type === 'lxc') {
    const rootfs = own['rootfs'] ?? `${String(given['storage'] ?? 'local-lvm')}:4`;
    return { arch: 'amd64', ostype: 'debian', memory: '512', swap: '512', ...own, rootfs };
  }
  const archived = given['archive'] === undefined ? {} : backedUp(cluster, String(given['archive']));
  return { boot: '', memory: '512', ...archived, ...own };
}

/** What a backup of the lab's brings back. */
function backedUp(cluster: Call['cluster'], volid: string): Row {
  const vmid = cluster.volumes.get(volid)?.vmid;
  const config = vmid === undefined ? undefined : cluster.guests.get(vmid)?.config;
  const plain = Object.entries(config ?? { cores: '1' }).filter(([name]) => !diskKey.test(name));
  return Object.fromEntries(plain);
}

function change(call: Call, type: GuestType): null {
  const { cluster } = call;
  const guest = cluster.freeGuest(type, textOf(call, 'vmid'), textOf(call, 'node'));
  const removed = itemsOf(call.given['delete']);
  const loosened: Row = {};
  for (const name of removed.filter((each) => diskKey.test(each))) {
    const volid = volumeOf(guest.config[name]);
    if (!cluster.volumes.has(volid)) continue;
    if (name.startsWith('unused')) cluster.volumes.delete(volid);
    else loosened[freeKey(guest.config, loosened)] = volid;
  }
  const own = kept(cluster, guest, settings(call, ...steering));
  const changed = altered(
    { ...call, given: { ...call.given, ...own } },
    guest.config,
    digestOf(guest.config),
    ...steering,
  );
  guest.config = { ...changed, ...loosened };
  if (guest.live !== null) {
    const taken = Object.entries(own).filter(([name]) => atOnce.has(name));
    guest.live = { ...guest.live, ...Object.fromEntries(taken) };
  }
  return null;
}

function freeKey(config: Row, more: Row): string {
  for (let index = 0; ; index += 1) {
    const name = `unused${index}`;
    if (config[name] === undefined && more[name] === undefined) return name;
  }
}

function destroy(call: Call, type: GuestType): string {
  const { cluster } = call;
  const guest = cluster.freeGuest(type, textOf(call, 'vmid'), textOf(call, 'node'));
  if (guest.status === 'running' && !isSet(call, 'force'))
    throw refused(`${type === 'qemu' ? 'VM' : 'CT'} ${guest.vmid} is running - destroy failed`);
  if (guest.config['protection'] === '1')
    throw refused(`can't remove guest ${guest.vmid} - protection mode enabled`);
  return cluster.tasks.start({
    ...order(call, guest, type === 'qemu' ? 'qmdestroy' : 'vzdestroy'),
    run: () => {
      cluster.guests.delete(guest.vmid);
      for (const volid of volumesOf(cluster, guest.vmid)) cluster.volumes.delete(volid);
    },
  });
}

/** With `current` what the guest runs with, else what it will be started with. */
function config(call: Call, type: GuestType): Readonly<Record<string, unknown>> {
  const guest = call.cluster.guest(type, textOf(call, 'vmid'), textOf(call, 'node'));
  const shown = isSet(call, 'current') ? (guest.live ?? guest.config) : guest.config;
  return {
    ...typed(writing(type), shown),
    ...(shown['cipassword'] === undefined ? {} : { cipassword: '**********' }),
    digest: digestOf(guest.config),
    ...(guest.template ? { template: 1 } : {}),
    ...(guest.lock === undefined ? {} : { lock: guest.lock }),
    ...(guest.parent === undefined ? {} : { parent: guest.parent }),
  };
}

function pending(call: Call, type: GuestType): unknown {
  const guest = call.cluster.guest(type, textOf(call, 'vmid'), textOf(call, 'node'));
  const live = guest.live ?? guest.config;
  return [...new Set([...Object.keys(live), ...Object.keys(guest.config)])].map((key) => ({
    key,
    ...(live[key] === undefined ? {} : { value: live[key] }),
    ...(guest.config[key] === undefined ? { delete: 1 } : {}),
    ...(guest.config[key] !== undefined && guest.config[key] !== live[key]
      ? { pending: guest.config[key] }
      : {}),
  }));
}

/** Numbers of a guest's configuration; the rest is text. */
const numbers = [
  'cores',
  'sockets',
  'vcpus',
  'onboot',
  'protection',
  'balloon',
  'numa',
  'kvm',
  'acpi',
  'cpuunits',
  'swap',
  'unprivileged',
];
const writing = (type: GuestType) => {
  const names = type === 'lxc' ? [...numbers, 'memory', 'tty', 'console'] : numbers;
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' as const }]));
  return { properties, patternProperties: {}, pathParams: {} };
};

const both = (of: (type: GuestType) => Handlers): Handlers => ({ ...of('qemu'), ...of('lxc') });

export const guestConfig: Handlers = both((type) => ({
  [`POST /nodes/{node}/${type}`]: (call) => create(call, type),
  [`PUT /nodes/{node}/${type}/{vmid}/config`]: (call) => change(call, type),
  [`DELETE /nodes/{node}/${type}/{vmid}`]: (call) => destroy(call, type),
  [`GET /nodes/{node}/${type}/{vmid}/config`]: (call) => config(call, type),
  [`GET /nodes/{node}/${type}/{vmid}/pending`]: (call) => pending(call, type),
}));

import { type Call, type Handlers, isSet, itemsOf, textOf } from '../call.ts';
import { refused } from '../refusal.ts';

/** Content of a storage that names none. */
export const DEFAULT_CONTENT = 'images,rootdir';
export const POOL_SIZE = 1_992_864_825_344;
/** Of an empty pool. */
export const POOL_LEAST = 4_096;

function wipe(call: Call): string {
  const node = call.cluster.node(textOf(call, 'node'));
  const devpath = textOf(call, 'disk');
  const disk = node.disks.find((each) => each.devpath === devpath);
  if (disk === undefined) throw refused(`'${devpath}' does not exist`);
  if (disk.used === 'mounted') throw refused(`disk/partition '${devpath}' is mounted`);
  return call.cluster.tasks.start({
    node: node.name,
    type: 'wipedisk',
    id: devpath.split('/').at(-1) ?? '',
    user: call.user.name,
    run: () => {
      disk.used = undefined;
    },
  });
}

function makePool(call: Call): string {
  const node = call.cluster.node(textOf(call, 'node'));
  const name = textOf(call, 'name');
  const devices = itemsOf(call.given['devices']);
  if (node.pools.has(name)) throw refused(`pool '${name}' already exists on node '${node.name}'`);
  const disks = devices.map((path) => {
    const disk = node.disks.find(({ devpath }) => devpath === path);
    if (disk === undefined) throw refused(`device '${path}' does not exist`);
    if (disk.used !== undefined) throw refused(`device '${path}' is already in use`);
    return disk;
  });
  const level = textOf(call, 'raidlevel');
  if (level === 'mirror' && disks.length < 2) throw refused('mirror needs at least 2 disks');
  return call.cluster.tasks.start({
    node: node.name,
    type: 'zfscreate',
    id: name,
    user: call.user.name,
    run: () => {
      for (const disk of disks) disk.used = 'ZFS';
      node.pools.set(name, { raidlevel: level, devices: devices.join(',') });
      if (isSet(call, 'add_storage'))
        call.cluster.storages.set(name, {
          type: 'zfspool',
          pool: name,
          content: DEFAULT_CONTENT,
          nodes: node.name,
        });
    },
  });
}

function destroyPool(call: Call): string {
  const node = call.cluster.node(textOf(call, 'node'));
  const name = textOf(call, 'name');
  const pool = node.pools.get(name);
  if (pool === undefined) throw refused(`cannot open '${name}': no such pool`);
  return call.cluster.tasks.start({
    node: node.name,
    type: 'zfsremove',
    id: name,
    user: call.user.name,
    run: () => {
      node.pools.delete(name);
      const devices = itemsOf(pool['devices']);
      if (isSet(call, 'cleanup-disks'))
        for (const disk of node.disks) if (devices.includes(disk.devpath)) disk.used = undefined;
    },
  });
}

/** Disks of a node, and the pools on them. */
export const disks: Handlers = {
  'GET /nodes/{node}/disks/list': (call) =>
    call.cluster.node(textOf(call, 'node')).disks.map(({ used, ...disk }) => ({
      ...disk,
      gpt: used === undefined ? 0 : 1,
      health: 'PASSED',
      type: 'ssd',
      vendor: 'ATA',
      serial: disk.devpath.split('/').at(-1),
      wearout: 98,
      ...(used === undefined ? {} : { used }),
    })),
  'PUT /nodes/{node}/disks/wipedisk': wipe,
  'GET /nodes/{node}/disks/zfs': (call) =>
    [...call.cluster.node(textOf(call, 'node')).pools].map(
      ([name, { health = 'ONLINE', alloc = POOL_LEAST }]) => ({
        name,
        size: POOL_SIZE,
        alloc: Number(alloc),
        free: POOL_SIZE - Number(alloc),
        frag: 0,
        dedup: 1,
        health,
      }),
    ),
  'POST /nodes/{node}/disks/zfs': makePool,
  'DELETE /nodes/{node}/disks/zfs/{name}': destroyPool,
};

import { altered, type Call, type Handlers, itemsOf, settings, textOf, typed } from '../call.ts';
import { digestOf, type Node, type Volume } from '../cluster/cluster.ts';
import { bytesOf } from '../guests/guest-disks.ts';
import { Refusal, refused } from '../refusal.ts';
import type { Row } from '../row.ts';
import { DEFAULT_CONTENT } from './disks.ts';

/** A storage as this node has it. */
function on(call: Call): { readonly node: Node; readonly name: string; readonly storage: Row } {
  const node = call.cluster.node(textOf(call, 'node'));
  const name = textOf(call, 'storage');
  const storage = call.cluster.storage(name);
  const { nodes, disable } = storage;
  if (disable === '1') throw refused(`storage '${name}' is disabled`);
  if (nodes !== undefined && !itemsOf(nodes).includes(node.name))
    throw refused(`storage '${name}' is not available on node '${node.name}'`);
  return { node, name, storage };
}

const capacity = 1_099_511_627_776;

/** What was there from the start, and every volume. */
const usedOf = ({ cluster }: Call, name: string): number =>
  [...cluster.volumes.values()]
    .filter(({ storage }) => storage === name)
    .reduce((sum, { size }) => sum + size, 219_902_325_555);

const isOn = ({ node }: Volume, name: string): boolean => node === null || node === name;

function content(call: Call): readonly unknown[] {
  const { node, name } = on(call);
  const { content: wanted, vmid } = call.given;
  return [...call.cluster.volumes.values()]
    .filter((volume) => volume.storage === name && isOn(volume, node.name))
    .filter((volume) => wanted === undefined || volume.content === wanted)
    .filter((volume) => vmid === undefined || String(volume.vmid) === vmid)
    .map(({ volid, format, size, ctime, content: kind, vmid: owner }) => ({
      volid,
      content: kind,
      format,
      size,
      ctime,
      ...(owner === undefined ? {} : { vmid: owner }),
    }));
}

function define(call: Call): unknown {
  const { cluster } = call;
  const name = textOf(call, 'storage');
  if (cluster.storages.has(name)) throw refused(`storage ID '${name}' already defined`);
  const needed: Readonly<Record<string, string>> = {
    dir: 'path',
    lvmthin: 'thinpool',
    nfs: 'server',
    pbs: 'server',
    zfspool: 'pool',
  };
  const field = needed[textOf(call, 'type')];
  if (field !== undefined && call.given[field] === undefined)
    throw new Refusal(400, 'Parameter verification failed.', {
      [field]: 'property is missing and it is not optional',
    });
  const row = settings(call, 'storage', 'password', 'encryption-key', 'keyring');
  cluster.storages.set(name, { content: DEFAULT_CONTENT, ...row });
  return { storage: name, type: textOf(call, 'type') };
}

function removeVolume(call: Call): string {
  const { node, name } = on(call);
  const given = textOf(call, 'volume');
  const volid = given.includes(':') ? given : `${name}:${given}`;
  const volume = call.cluster.volumes.get(volid);
  if (volume === undefined || volume.storage !== name || !isOn(volume, node.name))
    throw refused(`volume '${volid}' does not exist`);
  return call.cluster.tasks.start({
    node: node.name,
    type: 'imgdel',
    id: volid.replace(/[:/]/g, '-'),
    user: call.user.name,
    run: () => call.cluster.volumes.delete(volid),
  });
}

function download(call: Call): string {
  const { node, name, storage } = on(call);
  const kind = textOf(call, 'content');
  const filename = textOf(call, 'filename');
  if (!itemsOf(storage['content']).includes(kind))
    throw refused(`storage '${name}' does not support content-type '${kind}'`);
  const volid = `${name}:${kind}/${filename}`;
  if (call.cluster.volumes.has(volid)) throw refused(`refusing to override existing file '${filename}'`);
  return call.cluster.tasks.start({
    node: node.name,
    type: 'download',
    id: filename,
    user: call.user.name,
    run: () => {
      const format = kind === 'iso' ? 'iso' : 'tzst';
      const owner = storage['shared'] === '1' ? null : node.name;
      call.cluster.keep({
        volid,
        storage: name,
        node: owner,
        content: kind,
        size: 64_000_000,
        format,
        vmid: undefined,
      });
    },
  });
}

/** Backups beyond the newest that are to be kept, for each guest. */
function pruned(call: Call): readonly Volume[] {
  const { node, name } = on(call);
  const keep = Number(/keep-last=(\d+)/.exec(textOf(call, 'prune-backups'))?.[1] ?? 1);
  const { vmid } = call.given;
  const backups = [...call.cluster.volumes.values()]
    .filter((volume) => volume.content === 'backup' && volume.storage === name && isOn(volume, node.name))
    .filter((volume) => vmid === undefined || String(volume.vmid) === vmid)
    .reverse();
  const seen = new Map<number, number>();
  return backups.filter(({ vmid: owner = 0 }) => {
    seen.set(owner, (seen.get(owner) ?? 0) + 1);
    return (seen.get(owner) ?? 0) > keep;
  });
}

export const storage: Handlers = {
  'GET /storage': (call) =>
    [...call.cluster.storages].map(([name, row]) => ({
      storage: name,
      ...typed(call.operation, row),
      digest: digestOf(row),
    })),
  'GET /storage/{storage}'(call) {
    const name = textOf(call, 'storage');
    const row = call.cluster.storage(name);
    return { storage: name, ...row, digest: digestOf(row) };
  },
  'POST /storage': define,
  'PUT /storage/{storage}'(call) {
    const name = textOf(call, 'storage');
    const row = call.cluster.storage(name);
    call.cluster.storages.set(
      name,
      altered(call, row, digestOf(row), 'password', 'encryption-key', 'keyring'),
    );
    return { storage: name, type: row['type'] };
  },
  'DELETE /storage/{storage}'(call) {
    call.cluster.storage(textOf(call, 'storage'));
    call.cluster.storages.delete(textOf(call, 'storage'));
    return null;
  },
  'GET /nodes/{node}/storage'(call) {
    const { name } = call.cluster.node(textOf(call, 'node'));
    const own = [...call.cluster.storages].filter(
      ([, { nodes }]) => nodes === undefined || itemsOf(nodes).includes(name),
    );
    return own.map(([storageName, row]) => ({
      storage: storageName,
      type: row['type'],
      content: row['content'],
      shared: row['shared'] === '1' ? 1 : 0,
      active: row['disable'] === '1' ? 0 : 1,
      enabled: row['disable'] === '1' ? 0 : 1,
      total: capacity,
      used: usedOf(call, storageName),
      avail: capacity - usedOf(call, storageName),
    }));
  },
  'GET /nodes/{node}/storage/{storage}/content': content,
  'POST /nodes/{node}/storage/{storage}/content'(call) {
    const { node, name, storage: row } = on(call);
    const volid = `${name}:${textOf(call, 'filename')}`;
    if (call.cluster.volumes.has(volid)) throw refused(`volume '${volid}' already exists`);
    const size = textOf(call, 'size');
    const bytes = /\d$/.test(size) ? Number(size) * 1_024 : bytesOf(size);
    const owner = row['shared'] === '1' ? null : node.name;
    const format = String(call.given['format'] ?? 'raw');
    call.cluster.keep({
      volid,
      storage: name,
      node: owner,
      content: 'images',
      size: bytes,
      format,
      vmid: Number(textOf(call, 'vmid')),
    });
    return volid;
  },
  'DELETE /nodes/{node}/storage/{storage}/content/{volume}': removeVolume,
  'POST /nodes/{node}/storage/{storage}/download-url': download,
  'DELETE /nodes/{node}/storage/{storage}/prunebackups'(call) {
    const victims = pruned(call);
    return call.cluster.tasks.start({
      node: textOf(call, 'node'),
      type: 'prunebackups',
      user: call.user.name,
      run: () => {
        for (const { volid } of victims) call.cluster.volumes.delete(volid);
      },
    });
  },
};

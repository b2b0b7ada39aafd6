import type { Cluster, Guest } from '../cluster/cluster.ts';
import { refused } from '../refusal.ts';
import type { Row } from '../row.ts';

export const diskKey = /^(ide|sata|scsi|virtio|efidisk|tpmstate|mp|unused)\d+$|^rootfs$/;
const allocation = /^([A-Za-z][\w.-]*):(\d+(?:\.\d+)?)$/;
const units: Readonly<Record<string, number>> = {
  '': 1,
  K: 1_024,
  M: 1_024 ** 2,
  G: 1_024 ** 3,
  T: 1_024 ** 4,
};

/** `32G` in bytes. */
export function bytesOf(size: string): number {
  const [, amount = '0', unit = ''] = /^(\d+(?:\.\d+)?)([KMGT]?)$/.exec(size) ?? [];
  return Math.round(Number(amount) * (units[unit] ?? 1));
}

export function sizeText(bytes: number): string {
  for (const unit of ['T', 'G', 'M', 'K']) {
    const amount = bytes / (units[unit] ?? 1);
    if (amount >= 1 && Number.isInteger(amount)) return `${amount}${unit}`;
  }
  return String(bytes);
}

/** The volume a line of the configuration stands for. */
export const volumeOf = (line: Row[string] | undefined): string =>
  (String(line ?? '').split(',')[0] ?? '').replace(/^(file|volume)=/, '');

/** Lines as they are kept: volumes made where space was asked for, addresses given where none was. */
export function kept(cluster: Cluster, guest: Pick<Guest, 'vmid' | 'node' | 'type'>, config: Row): Row {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (/^net\d+$/.test(name)) return [name, withAddress(cluster, guest, value)];
      return [name, diskKey.test(name) ? withVolume(cluster, guest, name, value) : value];
    }),
  );
}

function withAddress(cluster: Cluster, { type }: Pick<Guest, 'type'>, line: string): string {
  if (/([0-9A-F]{2}:){5}[0-9A-F]{2}/i.test(line)) return line;
  const parts = line.split(',');
  if (type === 'lxc') return [...parts, `hwaddr=${cluster.newMac()}`, 'type=veth'].join(',');
  const at = parts.findIndex((part) => /^(model=)?[a-z][\w-]*$/.test(part));
  const model = (parts[at] ?? 'virtio').replace(/^model=/, '');
  return [`${model}=${cluster.newMac()}`, ...parts.filter((_, index) => index !== at)].join(',');
}

function withVolume(
  cluster: Cluster,
  guest: Pick<Guest, 'vmid' | 'node' | 'type'>,
  name: string,
  line: string,
): string {
  const [, ...rest] = line.split(',');
  const file = volumeOf(line);
  const [, storage, gibibytes] = allocation.exec(file) ?? [];
  if (storage === undefined || gibibytes === undefined) {
    const isPlain = ['none', 'cdrom'].includes(file) || file.startsWith('/');
    if (!isPlain && file.includes(':') && !cluster.volumes.has(file))
      throw refused(`${name}: volume '${file}' does not exist`);
    return line;
  }
  const { content } = cluster.storage(storage);
  const wanted = guest.type === 'lxc' ? 'rootdir' : 'images';
  if (!String(content ?? '').includes(wanted))
    throw refused(`storage '${storage}' does not support content-type '${wanted}'`);
  const bytes = Math.round(Number(gibibytes) * 1_024 ** 3);
  const { volid } = cluster.allocate(storage, guest.node, guest.vmid, bytes);
  return [volid, ...rest.filter((part) => !part.startsWith('size=')), `size=${sizeText(bytes)}`].join(',');
}

/** Every volume that a guest owns. */
export const volumesOf = (cluster: Cluster, vmid: number): readonly string[] =>
  [...cluster.volumes.values()]
    .filter((each) => each.vmid === vmid && each.content === 'images')
    .map(({ volid }) => volid);

import { type Call, type Handlers, isSet, settings, textOf } from '../call.ts';
import type { Guest, GuestType } from '../cluster/cluster.ts';
import { Refusal, refused } from '../refusal.ts';
import type { Row } from '../row.ts';
import { newGuest } from './guest-config.ts';
import { bytesOf, diskKey, sizeText, volumeOf, volumesOf } from './guest-disks.ts';

const order = ({ user }: Call, guest: Guest, type: string) => ({
  node: guest.node,
  type,
  id: String(guest.vmid),
  user: user.name,
});

const guestOf = (call: Call, type: GuestType): Guest =>
  call.cluster.freeGuest(type, textOf(call, 'vmid'), textOf(call, 'node'));

/** Locks the guest for the time of a task. */
function locked(guest: Guest, lock: string): { readonly ended: () => void } {
  guest.lock = lock;
  return {
    ended: () => {
      guest.lock = undefined;
    },
  };
}

function clone(call: Call, type: GuestType): string {
  const { cluster, given } = call;
  const guest = guestOf(call, type);
  const newid = Number(textOf(call, 'newid'));
  cluster.assertFree(newid);
  const target = cluster.node(String(given['target'] ?? guest.node)).name;
  const { snapname } = given;
  const snapshot = guest.snapshots.find(({ name }) => name === snapname);
  if (snapname !== undefined && snapshot === undefined)
    throw refused(`snapshot '${String(snapname)}' does not exist`);
  const made = newGuest(type, newid, target, 'clone');
  cluster.guests.set(newid, made);
  const own = type === 'qemu' ? { name: given['name'] } : { hostname: given['hostname'] };
  const { ended } = locked(guest, 'clone');
  return cluster.tasks.start({
    ...order(call, guest, type === 'qemu' ? 'qmclone' : 'vzclone'),
    run: () => {
      const source = Object.entries(snapshot?.config ?? guest.config);
      const lines = source.map(([name, value]) => [name, copied(call, made, name, value)]);
      const named = Object.entries({ ...own, description: given['description'] }).filter(
        ([, value]) => value !== undefined,
      );
      made.config = Object.fromEntries([...lines, ...named]) as Row;
    },
    ended: (isWell) => {
      ended();
      made.lock = undefined;
      if (!isWell) cluster.guests.delete(newid);
    },
  });
}

/** Addresses are new, and so are the volumes. */
function copied({ cluster, given }: Call, made: Guest, name: string, value: Row[string]): Row[string] {
  const line = String(value);
  if (/^net\d+$/.test(name)) return line.replace(/([0-9A-F]{2}:){5}[0-9A-F]{2}/i, cluster.newMac());
  const volume = diskKey.test(name) ? cluster.volumes.get(volumeOf(line)) : undefined;
  if (volume === undefined || volume.content !== 'images') return value;
  const storage = String(given['storage'] ?? volume.storage);
  const { volid } = cluster.allocate(storage, made.node, made.vmid, volume.size, volume.format);
  return line.replace(volumeOf(line), volid);
}

function migrate(call: Call, type: GuestType): string {
  const { cluster } = call;
  const guest = guestOf(call, type);
  const target = textOf(call, 'target');
  if (!cluster.nodes.has(target))
    throw new Refusal(400, 'Parameter verification failed.', { target: `no such cluster node '${target}'` });
  if (target === guest.node)
    throw new Refusal(400, 'Parameter verification failed.', { target: 'target is local node.' });
  cluster.node(target);
  const isRunning = guest.status === 'running';
  if (isRunning && type === 'qemu' && !isSet(call, 'online'))
    throw refused("can't migrate running VM without --online");
  if (isRunning && type === 'lxc' && !isSet(call, 'restart') && !isSet(call, 'online'))
    throw refused('lxc live migration is currently not implemented');
  const { ended } = locked(guest, 'migrate');
  return cluster.tasks.start({
    ...order(call, guest, type === 'qemu' ? 'qmigrate' : 'vzmigrate'),
    run: () => {
      guest.node = target;
      for (const volid of volumesOf(cluster, guest.vmid)) {
        const volume = cluster.volumes.get(volid);
        if (volume?.node != null) cluster.volumes.set(volid, { ...volume, node: target });
      }
    },
    ended,
  });
}

function diskOf(guest: Guest, name: string): string {
  const line = guest.config[name];
  if (typeof line !== 'string') throw refused(`disk '${name}' does not exist`);
  return line;
}

function resize(call: Call): string {
  const { cluster } = call;
  const guest = guestOf(call, 'qemu');
  const name = textOf(call, 'disk');
  const line = diskOf(guest, name);
  const before = bytesOf(/(?:^|,)size=([^,]+)/.exec(line)?.[1] ?? '0');
  const asked = textOf(call, 'size');
  const size = asked.startsWith('+') ? before + bytesOf(asked.slice(1)) : bytesOf(asked);
  if (size < before) throw refused(`shrinking disks is not supported`);
  return cluster.tasks.start({
    ...order(call, guest, 'resize'),
    run: () => {
      setLine(guest, name, `${line.replace(/,size=[^,]*/, '')},size=${sizeText(size)}`);
      const volume = cluster.volumes.get(volumeOf(line));
      if (volume) cluster.volumes.set(volume.volid, { ...volume, size });
    },
  });
}

function setLine(guest: Guest, name: string, line: string): void {
  guest.config = { ...guest.config, [name]: line };
  if (guest.live !== null) guest.live = { ...guest.live, [name]: line };
}

function moveDisk(call: Call): string {
  const { cluster, given } = call;
  const guest = guestOf(call, 'qemu');
  const name = textOf(call, 'disk');
  const line = diskOf(guest, name);
  const storage = given['storage'];
  if (storage === undefined)
    throw new Refusal(400, 'Parameter verification failed.', {
      storage: 'property is missing and it is not optional',
    });
  cluster.storage(String(storage));
  const volume = cluster.volumes.get(volumeOf(line));
  if (volume === undefined) throw refused(`disk '${name}' has no volume`);
  if (volume.storage === storage) throw refused("you can't move to the same storage with same format");
  const { ended } = locked(guest, 'disk');
  return cluster.tasks.start({
    ...order(call, guest, 'qmmove'),
    run: () => {
      const { volid } = cluster.allocate(String(storage), guest.node, guest.vmid, volume.size, volume.format);
      setLine(guest, name, line.replace(volume.volid, volid));
      if (isSet(call, 'delete')) cluster.volumes.delete(volume.volid);
      else guest.config = { ...guest.config, unused0: volume.volid };
    },
    ended,
  });
}

function template(call: Call): string {
  const guest = guestOf(call, 'qemu');
  if (guest.template) throw refused("you can't convert a template to a template");
  if (guest.status === 'running') throw refused("you can't convert a VM to template if VM is running");
  if (guest.snapshots.length > 0) throw refused('unable to create template, because VM contains snapshots');
  return call.cluster.tasks.start({
    ...order(call, guest, 'qmtemplate'),
    run: () => {
      guest.template = true;
    },
  });
}

function bulkStart(call: Call): string {
  const { cluster, power, user } = call;
  const { vms } = settings(call);
  const wanted = vms === undefined ? null : new Set([vms].flat());
  return cluster.tasks.start({
    node: power.node,
    type: 'bulkstart',
    user: user.name,
    run: () => {
      for (const guest of cluster.guests.values()) {
        if (
          guest.template ||
          guest.lock !== undefined ||
          (wanted !== null && !wanted.has(String(guest.vmid)))
        )
          continue;
        guest.status = 'running';
        guest.live = { ...guest.config };
      }
    },
  });
}

export const guestMoves: Handlers = {
  'POST /nodes/{node}/qemu/{vmid}/clone': (call) => clone(call, 'qemu'),
  'POST /nodes/{node}/lxc/{vmid}/clone': (call) => clone(call, 'lxc'),
  'POST /nodes/{node}/qemu/{vmid}/migrate': (call) => migrate(call, 'qemu'),
  'POST /nodes/{node}/lxc/{vmid}/migrate': (call) => migrate(call, 'lxc'),
  'PUT /nodes/{node}/qemu/{vmid}/resize': resize,
  'POST /nodes/{node}/qemu/{vmid}/move_disk': moveDisk,
  'POST /nodes/{node}/qemu/{vmid}/template': template,
  'POST /cluster/bulk-action/guest/start': bulkStart,
};

import { type Call, type Handlers, isSet, textOf } from '../call.ts';
import { digestOf, type Guest, type GuestSnapshot, type GuestType } from '../cluster/cluster.ts';
import { refused } from '../refusal.ts';
import { started, stopped } from './guest-power.ts';

const guestOf = (call: Call, type: GuestType): Guest =>
  call.cluster.freeGuest(type, textOf(call, 'vmid'), textOf(call, 'node'));

function named(guest: Guest, name: string): GuestSnapshot {
  const found = guest.snapshots.find((each) => each.name === name);
  if (found === undefined) throw refused(`snapshot '${name}' does not exist`);
  return found;
}

function begin(call: Call, guest: Guest, type: string, lock: string, run: () => void): string {
  guest.lock = lock;
  return call.cluster.tasks.start({
    node: guest.node,
    type,
    id: String(guest.vmid),
    user: call.user.name,
    run,
    ended: () => {
      guest.lock = undefined;
    },
  });
}

function create(call: Call, type: GuestType): string {
  const guest = guestOf(call, type);
  const name = textOf(call, 'snapname');
  if (name === 'current') throw refused("unable to use snapshot name 'current' (reserved name)");
  if (guest.snapshots.some((each) => each.name === name))
    throw refused(`snapshot name '${name}' already used`);
  const vmstate = isSet(call, 'vmstate') && guest.status === 'running';
  return begin(call, guest, type === 'qemu' ? 'qmsnapshot' : 'vzsnapshot', 'snapshot', () => {
    guest.snapshots.push({
      name,
      description: textOf(call, 'description'),
      snaptime: Math.floor(call.cluster.clock.now() / 1_000),
      vmstate,
      parent: guest.parent,
      config: { ...guest.config },
    });
    guest.parent = name;
  });
}

function remove(call: Call, type: GuestType): string {
  const guest = guestOf(call, type);
  const snapshot = named(guest, textOf(call, 'snapname'));
  return begin(call, guest, type === 'qemu' ? 'qmdelsnapshot' : 'vzdelsnapshot', 'snapshot-delete', () => {
    guest.snapshots = guest.snapshots.filter((each) => each !== snapshot);
    if (guest.parent === snapshot.name) guest.parent = snapshot.parent;
  });
}

function rollback(call: Call): string {
  const guest = guestOf(call, 'qemu');
  const snapshot = named(guest, textOf(call, 'snapname'));
  return begin(call, guest, 'qmrollback', 'rollback', () => {
    guest.config = { ...snapshot.config };
    guest.parent = snapshot.name;
    if (snapshot.vmstate || isSet(call, 'start')) started(guest);
    else stopped(guest);
  });
}

/** The last row stands for the guest as it is. */
function list(call: Call, type: GuestType): readonly unknown[] {
  const guest = call.cluster.guest(type, textOf(call, 'vmid'), textOf(call, 'node'));
  const rows = guest.snapshots.map(({ name, description, snaptime, vmstate, parent }) => ({
    name,
    description,
    snaptime,
    ...(type === 'qemu' ? { vmstate: vmstate ? 1 : 0 } : {}),
    ...(parent === undefined ? {} : { parent }),
  }));
  const current = {
    name: 'current',
    description: 'You are here!',
    digest: digestOf(guest.config),
    running: guest.status === 'running' ? 1 : 0,
    ...(guest.parent === undefined ? {} : { parent: guest.parent }),
  };
  return [...rows, current];
}

const of = (type: GuestType): Handlers => ({
  [`GET /nodes/{node}/${type}/{vmid}/snapshot`]: (call) => list(call, type),
  [`POST /nodes/{node}/${type}/{vmid}/snapshot`]: (call) => create(call, type),
  [`DELETE /nodes/{node}/${type}/{vmid}/snapshot/{snapname}`]: (call) => remove(call, type),
});

export const snapshots: Handlers = {
  ...of('qemu'),
  ...of('lxc'),
  'POST /nodes/{node}/qemu/{vmid}/snapshot/{snapname}/rollback': rollback,
  'GET /nodes/{node}/qemu/{vmid}/snapshot/{snapname}/config'(call) {
    const guest = call.cluster.guest('qemu', textOf(call, 'vmid'), textOf(call, 'node'));
    const { description, config, snaptime } = named(guest, textOf(call, 'snapname'));
    return { ...config, description, snaptime };
  },
  'PUT /nodes/{node}/qemu/{vmid}/snapshot/{snapname}/config'(call) {
    const snapshot = named(guestOf(call, 'qemu'), textOf(call, 'snapname'));
    snapshot.description = textOf(call, 'description');
    return null;
  },
};

import { setTimeout as pause } from 'node:timers/promises';
import { AdapterError, type Push, type VendorValue, type Verification } from '@patchbay/vendor-kit';
import { recordOf, rowsOf, textOrNull } from '../exchange/answers.ts';
import type { HostAccess } from '../exchange/host-access.ts';
import type { PathValues } from '../exchange/path-parameters.ts';
import { allGuests } from '../inventory/guests.ts';
import { objectKinds } from '../inventory/object-kinds.ts';
import { readObject } from '../inventory/objects.ts';
import { parsePropertyString } from '../schemas/property-string.ts';

export interface CheckInput {
  readonly access: HostAccess;
  readonly push: Push;
  /** Values of the call's placeholders. */
  readonly values: PathValues;
}

type Check = (input: CheckInput) => Promise<Verification>;

/** A guest that high availability looks after changes its state a little after the task has ended. */
const SETTLE_MS = 10_000;

const seen = (holds: boolean, value: VendorValue | null, mismatch: string): Verification =>
  holds ? { holds, value } : { holds, value, mismatch };

/** The guest comes to the state, or shows the one it stays in. */
const comesTo =
  (kind: 'qemu' | 'lxc', ...states: readonly string[]): Check =>
  async ({ access, values }) => {
    const begun = performance.now();
    for (;;) {
      const path = `/nodes/${values['node'] ?? ''}/${kind}/${values['vmid'] ?? ''}/status/current`;
      const { status, qmpstatus, name, vmid } = recordOf((await access.get(path)).data);
      const state = String(qmpstatus ?? status);
      const value = { vmid, name, status: state };
      if (states.includes(state) || states.includes(String(status))) return { holds: true, value };
      if (performance.now() - begun > SETTLE_MS)
        return seen(false, value, `The guest is ${state}, not ${states.join(' or ')}.`);
      await pause(access.pollMs * 3);
    }
  };

const guestWith =
  (
    named: (input: CheckInput) => unknown,
    test: (guest: VendorValue, input: CheckInput) => string | null,
  ): Check =>
  async (input) => {
    const vmid = String(named(input));
    const guest = (await allGuests(input.access)).find((each) => String(each['vmid']) === vmid) ?? null;
    if (guest === null) return seen(false, null, `The cluster has no guest ${vmid}.`);
    const { node, type, name, template } = guest;
    const mismatch = test(guest, input);
    return seen(mismatch === null, { vmid: guest['vmid'], node, type, name, template }, mismatch ?? '');
  };

const own = ({ values }: CheckInput): unknown => values['vmid'];
const isMade = guestWith(
  ({ push }) => push.payload['newid'],
  () => null,
);
const isMoved = guestWith(own, ({ node }, { push }) =>
  node === push.payload['target'] ? null : `The guest is still on ${String(node)}.`,
);
const isTemplate = guestWith(own, ({ template }) =>
  Number(template) === 1 ? null : 'The guest is no template.',
);

/** A disk of the guest as its configuration shows it. */
const diskIs =
  (test: (disk: ReadonlyMap<string, string>, push: Push) => string | null): Check =>
  async ({ access, push, values }) => {
    const value = await configOf(access, values);
    const line = value?.[String(push.payload['disk'])];
    if (typeof line !== 'string') return seen(false, value, 'The guest has no such disk.');
    const mismatch = test(parsePropertyString(line, { file: { 'x-default-key': 1 } }), push);
    return seen(mismatch === null, value, mismatch ?? '');
  };

const configOf = async (access: HostAccess, { vmid = '' }: PathValues): Promise<VendorValue | null> => {
  const kind = objectKinds['vm.config'];
  return kind === undefined ? null : readObject(access, kind, vmid);
};

const kibibytes: Readonly<Record<string, number>> = { K: 1, M: 1_024, G: 1_048_576, T: 1_073_741_824 };
const sizeOf = (text: string): number => {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)([KMGT]?)$/.exec(text) ?? [];
  return unit === '' ? Number(amount) / 1_024 : Number(amount) * (kibibytes[unit] ?? 1);
};

/** A size that grows by an amount has no known end without the one before. */
const isResized = diskIs((disk, { payload }) => {
  const wanted = String(payload['size']);
  if (wanted.startsWith('+')) return null;
  const size = disk.get('size') ?? '';
  return sizeOf(size) >= sizeOf(wanted) ? null : `The disk has ${size}.`;
});

const isMovedDisk = diskIs((disk, { payload }) => {
  const { storage } = payload;
  const file = disk.get('file') ?? '';
  if (storage === undefined || payload['target-vmid'] !== undefined) return null;
  return file.startsWith(`${String(storage)}:`) ? null : `The disk stands at ${file}.`;
});

const isRolledBack: Check = async ({ access, values }) => {
  const path = `/nodes/${values['node'] ?? ''}/qemu/${values['vmid'] ?? ''}/snapshot`;
  const current = rowsOf((await access.get(path)).data).find(({ name }) => name === 'current') ?? {};
  const value = { vmid: Number(values['vmid']), parent: current['parent'] };
  return seen(current['parent'] === values['snapname'], value, 'The guest does not stand on this snapshot.');
};

const isDownloaded: Check = async ({ access, push, values }) => {
  const { content, filename } = push.payload;
  const kind = objectKinds['storage.volume'];
  const place = `${values['node'] ?? ''}/${values['storage'] ?? ''}`;
  const id = `${place}/${values['storage'] ?? ''}:${String(content)}/${String(filename)}`;
  const value = kind === undefined ? null : await readObject(access, kind, id);
  return seen(value !== null, value, 'The storage does not hold the file.');
};

const isWiped: Check = async ({ access, push, values }) => {
  const path = `/nodes/${values['node'] ?? ''}/disks/list`;
  const disks = rowsOf((await access.get(path, { skipsmart: true })).data);
  const disk = disks.find(({ devpath }) => devpath === push.payload['disk']);
  if (disk === undefined) return seen(false, null, 'The node has no such disk.');
  const { devpath, size, used } = disk;
  return seen(
    used === undefined || used === null,
    { devpath, size, used },
    `The disk is in use: ${String(used)}.`,
  );
};

const isLeft: Check = async ({ access, values }) => {
  const nodes = rowsOf((await access.get('/cluster/config/nodes')).data);
  const value = nodes.find(({ node }) => node === values['node']) ?? null;
  return seen(value === null, value, 'The node is still a part of the cluster.');
};

/** A service is between states for a moment when its task has ended. */
const isRunning: Check = async ({ access, values }) => {
  const path = `/nodes/${values['node'] ?? ''}/services/${values['service'] ?? ''}/state`;
  const begun = performance.now();
  for (;;) {
    // A service that answers us itself is away for that moment.
    const { state, service } = await access.get(path).then(
      ({ data }) => recordOf(data),
      (error: unknown) =>
        error instanceof AdapterError ? { state: 'away', service: undefined } : Promise.reject(error),
    );
    if (state === 'running') return { holds: true, value: { service, state } };
    if (performance.now() - begun > SETTLE_MS)
      return seen(false, { service, state }, `The service is ${String(state)}.`);
    await pause(access.pollMs * 3);
  }
};

const nothingPending: Check = async ({ access, values }) => {
  const { body } = await access.get(`/nodes/${values['node'] ?? ''}/network`);
  return seen(textOrNull(body['changes']) === null, null, 'Changes still wait.');
};

/** Checks by reading back of features that act at once; the others end with their task. */
export const commandChecks: Readonly<Record<string, Check>> = {
  'vm.start': comesTo('qemu', 'running'),
  'vm.stop': comesTo('qemu', 'stopped'),
  'vm.shutdown': comesTo('qemu', 'stopped'),
  'vm.reboot': comesTo('qemu', 'running'),
  'vm.reset': comesTo('qemu', 'running'),
  'vm.suspend': comesTo('qemu', 'paused', 'suspended', 'stopped'),
  'vm.resume': comesTo('qemu', 'running'),
  'vm.clone': isMade,
  'vm.migrate': isMoved,
  'vm.resize_disk': isResized,
  'vm.move_disk': isMovedDisk,
  'vm.template': isTemplate,
  'container.start': comesTo('lxc', 'running'),
  'container.stop': comesTo('lxc', 'stopped'),
  'container.shutdown': comesTo('lxc', 'stopped'),
  'container.reboot': comesTo('lxc', 'running'),
  'container.clone': isMade,
  'container.migrate': isMoved,
  'snapshot.rollback': isRolledBack,
  'storage.download_url': isDownloaded,
  'storage.disk_wipe': isWiped,
  'cluster.node_remove': isLeft,
  'node.service': isRunning,
  'node.network_revert': nothingPending,
};

import type { Applied, Push, VendorValue, Verification } from '@patchbay/vendor-kit';
import { textOrNull } from '../exchange/answers.ts';
import type { HostAccess } from '../exchange/host-access.ts';
import { filledPath, placeholdersOf, valuesOfTarget } from '../exchange/path-parameters.ts';
import { completed } from '../inventory/guests.ts';
import { isPlaced, kindOf, type ObjectKind } from '../inventory/object-kinds.ts';
import { readObject } from '../inventory/objects.ts';
import type { Format, Operation } from '../schemas/operations.ts';
import { commandChecks } from './command-checks.ts';
import type { HostFeature } from './features.ts';
import { differences, itemsOf } from './same-value.ts';
import { isHostSecret } from './secret-fields.ts';

type Formats = Readonly<Record<string, Format>>;

/** Parameters that say how a write is done, not what is to stand afterwards. */
const unread = new Set(
  (
    'digest delete force skiplock background_delay revert lock-token purge pool start storage unique bwlimit ' +
    'archive live-restore ha-managed import-working-storage ostemplate ssh-public-keys regenerate-frr ' +
    'allow-move moveto pos starttime dow sid dhcp-range'
  ).split(' '),
);
/** Parameters by which an object is made and which it does not show. */
const unreadOf: Readonly<Record<string, readonly string[]>> = {
  'storage.volume': ['filename', 'size', 'format', 'vmid'],
  'storage.zfs_pool': ['devices', 'raidlevel', 'ashift', 'compression', 'add_storage', 'draid-config'],
  'sdn.subnet': ['subnet'],
};
/** Under these, `pool` and `storage` are what the object is about. */
const readOf: Readonly<Record<string, readonly string[]>> = {
  'storage.definition': ['pool', 'storage'],
  'cluster.pool': ['storage'],
  'backup.job': ['pool', 'storage', 'bwlimit'],
};

/** Reads back what a change left, and compares it with what was sent. */
export async function verifyPush(
  feature: HostFeature,
  formats: Formats,
  access: HostAccess,
  push: Push,
  applied: Applied,
): Promise<Verification> {
  const kind = kindOf(feature.name);
  const call = feature.calls[push.operation];
  if (call === undefined) return { holds: true, value: null };
  const check = commandChecks[feature.name];
  if (check !== undefined) {
    const inPath = Object.fromEntries(
      placeholdersOf(call.path).flatMap((name) => {
        const value = push.payload[name];
        return value === undefined ? [] : [[name, String(value)]];
      }),
    );
    const named = push.operation === 'create' ? inPath : valuesOfTarget(call.path, push.target_id);
    return check({ access, push, values: await completed(access, call.path, named) });
  }
  // Rules go by their place, where another one stands now; the digest sent along says which one is gone.
  if (kind === undefined || (isPlaced(kind) && push.operation === 'delete'))
    return { holds: true, value: null };
  return verifyObject(feature, kind, { call, formats, access, push, applied });
}

interface Seen {
  readonly call: Operation;
  readonly formats: Formats;
  readonly access: HostAccess;
  readonly push: Push;
  readonly applied: Applied;
}

async function verifyObject(feature: HostFeature, kind: ObjectKind, seen: Seen): Promise<Verification> {
  const { access, push, applied } = seen;
  const target_id = applied.target_id ?? push.target_id;
  if (target_id === null && kind.names.length > 0)
    return { holds: false, value: null, mismatch: 'The object is not there.' };
  const saved = await readObject(access, kind, target_id);
  const found = mismatchOf(feature, seen, saved);
  if (found !== null) return { holds: false, value: saved, mismatch: found };
  if (feature.name === 'node.network') return reloaded(access, String(target_id), saved);
  if (!kind.isStaged) return { holds: true, value: saved };
  // The copy in service must show it too, or the commit did nothing.
  const running = await readObject(access, kind, target_id, { running: true });
  const missing = mismatchOf(feature, seen, running);
  return missing === null
    ? { holds: true, value: saved }
    : { holds: false, value: saved, mismatch: `Saved, but not in service. ${missing}` };
}

/** No change waits on the node any more once it has taken its network into service. */
async function reloaded(
  access: HostAccess,
  target_id: string,
  value: VendorValue | null,
): Promise<Verification> {
  const [node = ''] = target_id.split('/');
  const { body } = await access.get(filledPath({ path: '/nodes/{node}/network' }, { node }));
  const isWaiting = textOrNull(body['changes']) !== null;
  return isWaiting
    ? { holds: false, value, mismatch: 'Saved, but changes of the network still wait on the node.' }
    : { holds: true, value };
}

function mismatchOf(
  { name }: HostFeature,
  { call, formats, push }: Seen,
  value: VendorValue | null,
): string | null {
  const { operation, payload } = push;
  if (operation === 'delete') {
    // A replication is removed by the next run of its scheduler.
    const isOver = value === null || (name === 'replication.job' && value['remove_job'] !== undefined);
    return isOver ? null : 'The object is still there.';
  }
  if (value === null) return 'The object is not there.';
  if (name === 'cluster.pool' && operation === 'update') return poolMismatch(payload, value);
  const sent = comparedFields(name, call, payload);
  const wrong = [...differences(call, formats, sent, value), ...stillSet(payload, value)];
  return wrong.length === 0 ? null : `Not as sent: ${wrong.join(', ')}.`;
}

function comparedFields(name: string, call: Operation, payload: VendorValue): VendorValue {
  const named = kindOf(name)?.names ?? [];
  const left = new Set([...unread, ...(unreadOf[name] ?? []), ...named, ...Object.keys(call.pathParams)]);
  for (const read of readOf[name] ?? []) left.delete(read);
  return Object.fromEntries(
    Object.entries(payload).filter(([field]) => !left.has(field) && !isHostSecret(field)),
  );
}

/** Fields that were to be unset. */
const stillSet = (payload: VendorValue, value: VendorValue): readonly string[] =>
  typeof payload['delete'] === 'string'
    ? [...itemsOf(payload['delete'])].filter(
        (name) => value[name] !== undefined && !Object.hasOwn(payload, name),
      )
    : [];

/** Members are added to a pool, or taken out of it. */
function poolMismatch(payload: VendorValue, value: VendorValue): string | null {
  const isRemoval = ['1', 'true'].includes(String(payload['delete'] ?? ''));
  const wrong = ['vms', 'storage'].filter((field) => {
    const members = itemsOf(value[field]);
    return [...itemsOf(payload[field])].some((member) => members.has(member) === isRemoval);
  });
  const { comment } = payload;
  if (comment !== undefined && String(comment) !== String(value['comment'] ?? '')) wrong.push('comment');
  return wrong.length === 0 ? null : `Not as sent: ${wrong.join(', ')}.`;
}

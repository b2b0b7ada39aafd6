import type { Done, Inverse, VendorValue } from '@patchbay/vendor-kit';
import { kindOf } from '../inventory/object-kinds.ts';
import { type Operation, parameterOf } from '../schemas/operations.ts';
import type { HostFeature } from './features.ts';
import { itemsOf } from './same-value.ts';
import { isHostSecret } from './secret-fields.ts';

const WITHOUT_SECRETS = 'Secrets of the object are not known and are not put back.';
const LOST_PLACE = 'The rule is made again at the top of its list, not at its old place.';
/** Objects that hold data: making them again brings none of it back. */
const holding = new Set([
  'snapshot.create',
  'snapshot.delete',
  'container.snapshot',
  'storage.volume',
  'storage.zfs_pool',
]);
const rules = new Set(['firewall.rule', 'firewall.cluster_rule']);
const doing = new Set([
  'digest',
  'delete',
  'force',
  'skiplock',
  'background_delay',
  'revert',
  'lock-token',
  'moveto',
]);

/** Write that undoes a change; null where there is none, as for commands and for objects that hold data. */
export function inverseOf(feature: HostFeature, done: Done): Inverse | null {
  const { name, operations } = feature;
  if (kindOf(name) === undefined) return null;
  const { operation, target_id } = done;
  if (operation === 'create') {
    if (!operations.includes('delete') || target_id === null) return null;
    return { operation: 'delete', target_id, payload: {} };
  }
  return operation === 'update' ? restored(feature, done) : remade(feature, done);
}

/** The sent parameters, as they were before; ones that were not set are unset again. */
function restored({ name, calls }: HostFeature, { target_id, payload, before }: Done): Inverse | null {
  const call = calls.update;
  if (call === undefined || before === null) return null;
  if (name === 'cluster.pool') return poolRestored(target_id, payload, before);
  const unset = typeof payload['delete'] === 'string' ? [...itemsOf(payload['delete'])] : [];
  const touched = [...new Set([...Object.keys(payload).filter((field) => !doing.has(field)), ...unset])];
  const known = touched.filter((field) => !isHostSecret(field));
  const back: Record<string, unknown> = {};
  const cleared: string[] = [];
  for (const field of known) {
    const value = before[field];
    if (value !== undefined && value !== null) back[field] = sendable(value);
    else if (Object.hasOwn(payload, field)) cleared.push(field);
  }
  for (const field of call.required) if (before[field] !== undefined) back[field] = sendable(before[field]);
  const canClear = parameterOf(call, 'delete') !== undefined;
  if (cleared.length > 0 && !canClear) return null;
  if (cleared.length > 0) back['delete'] = cleared.join(',');
  if (known.length === 0 || Object.keys(back).length === 0) return null;
  const caution = touched.length === known.length ? undefined : WITHOUT_SECRETS;
  return { operation: 'update', target_id, payload: back, ...(caution === undefined ? {} : { caution }) };
}

/** Members that were added are taken out again, and the other way round. */
function poolRestored(target_id: string | null, payload: VendorValue, before: VendorValue): Inverse | null {
  const isRemoval = ['1', 'true'].includes(String(payload['delete'] ?? ''));
  const back: Record<string, unknown> = {};
  for (const field of ['vms', 'storage']) {
    const former = itemsOf(before[field]);
    const moved = [...itemsOf(payload[field])].filter((member) => former.has(member) === isRemoval);
    if (moved.length > 0) back[field] = moved.join(',');
  }
  const hasMembers = Object.keys(back).length > 0;
  if (hasMembers && !isRemoval) back['delete'] = true;
  if (payload['comment'] !== undefined) back['comment'] = before['comment'] ?? '';
  return Object.keys(back).length === 0 ? null : { operation: 'update', target_id, payload: back };
}

/** The object anew, as far as a creation takes it. */
function remade({ name, calls }: HostFeature, { before }: Done): Inverse | null {
  const call = calls.create;
  if (call === undefined || before === null || holding.has(name)) return null;
  const kept = Object.entries(before).filter(
    ([field, value]) => isTaken(call, field) && !isHostSecret(field) && field !== 'pos' && value !== '',
  );
  const payload = Object.fromEntries(kept.map(([field, value]) => [field, sendable(value)]));
  if (name === 'sdn.subnet')
    Object.assign(payload, { type: 'subnet', subnet: before['cidr'] ?? before['subnet'] });
  const isLost = call.required.some((field) => payload[field] === undefined);
  if (isLost) return null;
  const hasSecrets = Object.keys(call.properties).some((field) => isHostSecret(field));
  const caution = rules.has(name) ? LOST_PLACE : hasSecrets ? WITHOUT_SECRETS : undefined;
  return { operation: 'create', target_id: null, payload, ...(caution === undefined ? {} : { caution }) };
}

const isTaken = (call: Operation, field: string): boolean =>
  parameterOf(call, field) !== undefined || Object.hasOwn(call.pathParams, field);

/** A setting in the form of an object is sent as a text. */
function sendable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .map(([key, each]) => `${key}=${String(each)}`)
    .join(',');
}

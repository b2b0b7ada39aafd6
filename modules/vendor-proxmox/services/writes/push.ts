import {
  AdapterError,
  type Applied,
  DeviceError,
  notSent,
  type Push,
  type VendorValue,
} from '@patchbay/vendor-kit';
import { rowsOf } from '../exchange/answers.ts';
import type { HostAccess } from '../exchange/host-access.ts';
import { filledPath, type PathValues, placeholdersOf, valuesOfTarget } from '../exchange/path-parameters.ts';
import { followTask, taskIn } from '../exchange/tasks.ts';
import { beforeWriting, completed } from '../inventory/guests.ts';
import { MadeObject } from '../inventory/made-object.ts';
import { isPlaced, kindOf, type ObjectKind } from '../inventory/object-kinds.ts';
import type { Operation } from '../schemas/operations.ts';
import type { HostFeature } from './features.ts';

/** Carries out one change: the call of its row, its task to the end, then the commit of its row. */
export async function pushFeature(feature: HostFeature, access: HostAccess, push: Push): Promise<Applied> {
  const { operation, payload, target_id } = push;
  const call = feature.calls[operation];
  if (call === undefined) throw notSent(`The feature has no operation ${operation}.`);
  const named =
    operation === 'create' ? valuesInPayload(call, payload) : valuesOfTarget(call.path, target_id);
  const values = await completed(access, call.path, named);
  const path = filledPath(call, values);
  const kind = kindOf(feature.name);
  const digest = kind && isPlaced(kind) && operation !== 'create' ? await digestOf(access, kind, values) : {};
  const fields = { ...digest, ...bodyOf(call, operation, payload), ...feature.fixed };
  const made =
    operation === 'create' && kind && new MadeObject({ access, feature: feature.name, kind, place: values });
  if (made) await made.look();
  const { data } = await access.write({ method: call.method as 'POST' | 'PUT' | 'DELETE', path, fields });
  const task = taskIn(data);
  if (task !== null) await followTask(access, task, push.signal);
  if (feature.commit !== null) await commit(feature.commit, access, values, push.signal);
  if (operation !== 'create') return { target_id: movedTo(target_id, payload) };
  const id = made
    ? await made.find({ ...payload, ...values }, data)
    : commandTarget(feature, values, payload);
  return { target_id: id };
}

/** A place means another object once the list has moved: the host then refuses the write. */
async function digestOf(access: HostAccess, kind: ObjectKind, values: PathValues): Promise<VendorValue> {
  const rows = await beforeWriting(access.get(filledPath({ path: kind.list ?? '' }, values)));
  const row = rowsOf(rows.data).find(({ pos }) => String(pos) === values['pos']);
  if (row === undefined) throw notSent('The list has nothing at this place.', 'adapter_not_found');
  return typeof row['digest'] === 'string' ? { digest: row['digest'] } : {};
}

/** Path parameters of a creation, which stand in the payload. */
const valuesInPayload = ({ path }: Operation, payload: VendorValue): PathValues =>
  Object.fromEntries(
    placeholdersOf(path).flatMap((name) => {
      const value = payload[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );

function bodyOf({ path }: Operation, operation: Push['operation'], payload: VendorValue): VendorValue {
  if (operation !== 'create') return payload;
  const inPath = new Set(placeholdersOf(path));
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !inPath.has(name)));
}

/** The write stands saved; unless the commit ends well, it is unknown whether it is in service. */
async function commit(
  call: Operation,
  access: HostAccess,
  values: PathValues,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    const { data } = await access.write({ method: 'PUT', path: filledPath(call, values) });
    const task = taskIn(data);
    if (task !== null) await followTask(access, task, signal);
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const { type, message, retry_after_seconds } = error;
    throw new DeviceError({
      type,
      outcome: 'unknown',
      message: `the change was saved, but is not known to be in service: ${message}`,
      cause: error,
      ...(retry_after_seconds === undefined ? {} : { retry_after_seconds }),
    });
  }
}

/** A rule that is moved goes by its new place. */
function movedTo(target_id: string | null, { moveto }: VendorValue): string | null {
  if (target_id === null || moveto === undefined) return target_id;
  const parts = target_id.split('/');
  const from = Number(parts.at(-1));
  const to = Number(moveto);
  return [...parts.slice(0, -1), String(to > from ? to - 1 : to)].join('/');
}

/** Object that a command made, where it makes one with a name. */
function commandTarget({ name }: HostFeature, values: PathValues, payload: VendorValue): string | null {
  if (name === 'vm.clone' || name === 'container.clone') return String(payload['newid']);
  if (name !== 'storage.download_url') return null;
  const { node = '', storage = '' } = values;
  return `${node}/${storage}/${storage}:${String(payload['content'])}/${String(payload['filename'])}`;
}

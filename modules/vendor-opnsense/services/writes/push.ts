import { AdapterError, type Applied, notSent, type Push, type VendorValue } from '@patchbay/vendor-kit';
import { assertDeleted, assertDone, savedId } from '../exchange/answers.ts';
import { commit, notInService } from '../exchange/commit.ts';
import { type FirewallAccess, parameterOf } from '../exchange/firewall-access.ts';
import { pushFirmware } from '../exchange/firmware.ts';
import { readObject, searchRows } from '../inventory/objects.ts';
import { pushEntry } from '../inventory/table-entries.ts';
import { configurationOf } from '../inventory/values.ts';
import { bodyOf, fieldsIn } from './envelope.ts';
import type { FeatureCall, FirewallFeature } from './features.ts';
import { textOf } from './same-value.ts';

/** Carries out one change: the call of its row, then the commit of its row. */
export async function pushFeature(
  feature: FirewallFeature,
  access: FirewallAccess,
  push: Push,
): Promise<Applied> {
  const call = feature.calls[push.operation];
  if (call === undefined) throw notSent(`The feature has no operation ${push.operation}.`);
  switch (feature.kind) {
    case 'object':
      return pushObject(feature, access, call, push);
    case 'settings':
      return pushSettings(feature, access, call, push);
    case 'table_entry':
      return pushEntry(feature, access, push);
    case 'firmware':
      await pushFirmware(access, call.path, feature.commit ?? '', push.signal);
      return { target_id: null };
    case 'job':
      return pushJob(feature, access, call, push);
    case 'command':
      assertDone(await access.post(call.path));
      return { target_id: push.target_id };
    case 'named_command':
      assertDone(await access.post(`${call.path}/${namedTarget(push.target_id)}`));
      return { target_id: push.target_id };
  }
}

async function pushObject(
  feature: FirewallFeature,
  access: FirewallAccess,
  call: FeatureCall,
  { operation, target_id, payload }: Push,
): Promise<Applied> {
  const envelope = feature.model?.envelope ?? [];
  if (operation === 'create') {
    const made = savedId(await access.post(call.path, bodyOf(envelope, payload)));
    await committed(feature, access, `saved${made === null ? '' : ` as ${made}`}`);
    return { target_id: await nameOfMade(feature, access, payload, made) };
  }
  const id = parameterOf(target_id ?? '');
  if (id === null) throw notSent('The change names no object of the firewall.');
  if (operation === 'delete') {
    assertDeleted(await access.post(`${call.path}/${id}`));
  } else {
    await assertPresent(feature, access, id);
    savedId(await access.post(`${call.path}/${id}`, bodyOf(envelope, payload)));
  }
  await committed(feature, access, operation === 'delete' ? 'deleted' : 'saved');
  return { target_id: id };
}

/** An interface goes by the name the firewall gives it (`opt3`), found by the device it was assigned. */
async function nameOfMade(
  { model }: FirewallFeature,
  access: FirewallAccess,
  payload: VendorValue,
  made: string | null,
): Promise<string | null> {
  if (model?.search === undefined || model.key === undefined) return made;
  const device = fieldsIn(model.envelope, payload)['if'];
  const rows = await searchRows(access, model.search).catch(() => []);
  const row = rows.find((each) => textOf(configurationOf(model, each)['if']) === device);
  const name = row?.[model.key];
  return typeof name === 'string' ? name : made;
}

/** Newer releases create what a set command does not find, so whether it is there is looked up first. */
async function assertPresent({ model }: FirewallFeature, access: FirewallAccess, id: string): Promise<void> {
  if (model === null) return;
  const found = await readObject(access, model, id).catch((error: unknown) => {
    throw beforeSending(error);
  });
  if (found === null) throw notSent('The firewall does not know this object.', 'adapter_not_found');
}

/** A look that failed leaves no doubt about the write that did not follow it. */
function beforeSending(error: unknown): unknown {
  if (!(error instanceof AdapterError) || error.outcome !== 'unknown') return error;
  return new AdapterError(error.type, 'not_sent', error.message, error, error.retry_after_seconds);
}

async function pushSettings(
  feature: FirewallFeature,
  access: FirewallAccess,
  call: FeatureCall,
  { payload }: Push,
): Promise<Applied> {
  savedId(await access.post(call.path, bodyOf(feature.model?.envelope ?? [], payload)));
  await committed(feature, access, 'saved');
  return { target_id: null };
}

async function pushJob(
  feature: FirewallFeature,
  access: FirewallAccess,
  call: FeatureCall,
  { payload }: Push,
): Promise<Applied> {
  const job = savedId(await access.post(call.path, bodyOf(feature.model?.envelope ?? [], payload)));
  const id = parameterOf(job ?? '');
  if (id === null) throw notInService(new Error('the firewall names no job'), 'the job was defined');
  await commit(access, `${feature.commit ?? ''}/${id}`, `the job ${id} was defined`);
  return { target_id: id };
}

const committed = async (
  { commit: path }: FirewallFeature,
  access: FirewallAccess,
  saved: string,
): Promise<void> => {
  if (path !== null) await commit(access, path, saved);
};

/** A service is named by its name, or by its name and its instance: `openvpn/1`. */
function namedTarget(target_id: string | null): string {
  const [name = '', id, ...rest] = (target_id ?? '').split('/');
  const parts = id === undefined ? [name] : [name, id];
  if (rest.length > 0 || parts.some((part) => parameterOf(part) === null))
    throw notSent('The change names nothing the command could act on.');
  return parts.join('/');
}

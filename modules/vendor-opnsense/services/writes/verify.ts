import type { Applied, Push, VendorValue, Verification } from '@patchbay/vendor-kit';
import type { FirewallAccess } from '../exchange/firewall-access.ts';
import type { ObjectModel } from '../inventory/models.ts';
import { readObject, searchRows } from '../inventory/objects.ts';
import { entryId, entryOf, liveEntry } from '../inventory/table-entries.ts';
import { fieldsIn } from './envelope.ts';
import type { FirewallFeature } from './features.ts';
import { differences } from './same-value.ts';

/** Reads back what a change left, and compares it with what was sent. */
export async function verifyPush(
  feature: FirewallFeature,
  access: FirewallAccess,
  push: Push,
  applied: Applied,
): Promise<Verification> {
  const { kind, model } = feature;
  const target_id = applied.target_id ?? push.target_id;
  if (kind === 'table_entry') return verifyEntry(access, push, applied);
  if (kind === 'job') return verifyListed(access, `${controllerOf(feature)}/searchJobs`, target_id);
  if (kind === 'named_command') return verifyRunning(access, target_id);
  if (model === null) return { holds: true, value: null };
  return verifyObject(model, access, push, kind === 'settings' ? null : target_id);
}

async function verifyObject(
  model: ObjectModel,
  access: FirewallAccess,
  { operation, payload }: Push,
  id: string | null,
): Promise<Verification> {
  const isUnnamed = id === null && model.search !== undefined;
  const value = isUnnamed ? null : await readObject(access, model, id);
  if (operation === 'delete') return gone(value);
  if (value === null) return { holds: false, value, mismatch: 'The object is not there.' };
  const wrong = differences(model.fields, fieldsIn(model.envelope, payload), value);
  return wrong.length === 0
    ? { holds: true, value }
    : { holds: false, value, mismatch: `Not as sent: ${wrong.join(', ')}.` };
}

async function verifyEntry(access: FirewallAccess, push: Push, applied: Applied): Promise<Verification> {
  const entry = await liveEntry(access, entryOf(applied.target_id ?? push.target_id, {}));
  const value = entry && { id: entryId(entry), ...entry };
  if (push.operation === 'delete') return gone(value);
  return value === null
    ? { holds: false, value, mismatch: 'The table does not hold the address.' }
    : { holds: true, value };
}

const gone = (value: VendorValue | null): Verification =>
  value === null ? { holds: true, value } : { holds: false, value, mismatch: 'The object is still there.' };

async function verifyListed(access: FirewallAccess, path: string, id: string | null): Promise<Verification> {
  const value = (await searchRows(access, path)).find((row) => row['id'] === id) ?? null;
  return value === null
    ? { holds: false, value, mismatch: 'The job is not listed.' }
    : { holds: true, value };
}

/** A service that was restarted runs, or it did not come up. */
async function verifyRunning(access: FirewallAccess, id: string | null): Promise<Verification> {
  const rows = await searchRows(access, '/api/core/service/search');
  const value = rows.find((row) => row['id'] === id || row['name'] === id) ?? null;
  if (value === null) return { holds: false, value, mismatch: 'The firewall has no such service.' };
  return Number(value['running']) === 1
    ? { holds: true, value }
    : { holds: false, value, mismatch: 'The service does not run.' };
}

function controllerOf({ calls }: FirewallFeature): string {
  const path = calls.create?.path ?? '';
  return path.slice(0, path.lastIndexOf('/'));
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Applied, Push, VendorValue, Verification } from '@patchbay/vendor-kit';
import type { FirewallSession } from '../exchange/firewall-session.ts';
import type { Models } from '../inventory/models.ts';
import type { FirewallFeature } from './features.ts';
import { mismatches } from './same-value.ts';

const SERVICE_MS = 5_000;
const SERVICE_PAUSE_MS = 250;

/** Reads back what a push should have left. */
export async function verify(
  session: FirewallSession,
  models: Models,
  feature: FirewallFeature,
  change: Push,
  applied: Applied,
): Promise<Verification> {
  const { operation, payload, target_id: wanted } = change;
  if (feature.kind === 'command') return verifyService(session, feature, payload);
  const value = await readValue(session, feature, applied.target_id ?? wanted);
  if (feature.kind === 'flush') return told(value, hasEntries(value) ? 'The table is not empty.' : null);
  if (operation === 'delete') return told(value, value === null ? null : 'The object is still there.');
  if (value === null) return told(value, 'The object is not there.');
  const wrong = mismatches(models, feature.model, payload, value);
  return told(value, wrong.length === 0 ? null : `Not as sent: ${wrong.join(', ')}.`);
}

/** The live value of a target; null when it is gone. */
export async function readValue(
  session: FirewallSession,
  feature: FirewallFeature,
  target_id: string | null,
): Promise<VendorValue | null> {
  if (feature.kind === 'settings') return session.settings(feature);
  if (target_id === null) return null;
  if (feature.kind === 'flush') return session.shown(feature, await session.table(feature.path, target_id));
  return (await session.find(feature, target_id))?.value ?? null;
}

/** Services need a moment; their state after it is the outcome. */
async function verifyService(
  session: FirewallSession,
  { listPath }: FirewallFeature,
  { name, action }: VendorValue,
): Promise<Verification> {
  const isWanted = action !== 'stop';
  const deadline = performance.now() + SERVICE_MS;
  for (;;) {
    const service = (await session.rows(listPath ?? '')).find((each) => each['name'] === name);
    const value = service === undefined ? null : { name, status: service['status'] };
    if (service?.['status'] === isWanted) return told(value, null);
    if (performance.now() > deadline)
      return told(value, `The service does not ${isWanted ? 'run' : 'stand still'}.`);
    await pause(SERVICE_PAUSE_MS);
  }
}

const hasEntries = (value: VendorValue | null): boolean =>
  Array.isArray(value?.['entries']) && value['entries'].length > 0;

const told = (value: VendorValue | null, mismatch: string | null): Verification =>
  mismatch === null ? { holds: true, value } : { holds: false, value, mismatch };

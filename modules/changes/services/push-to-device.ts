import { storable } from '@patchbay/kernel/database';
import type { SecretBox } from '@patchbay/kernel/secrets';
import { AdapterError, type VendorSession, type VendorValue } from '@patchbay/module-gateway/contract';
import type { Applied, Push, StagedFeature } from '../contract.ts';
import type { Claim } from './attempt-ledger.ts';
import { type AttemptResult, failedPush, mismatched, succeeded, unknownAfter } from './attempt-outcome.ts';
import type { ChangeRow } from './change-view.ts';
import { withoutSecrets } from './secret-fields.ts';
import { within } from './within.ts';

const PUSH_TIMEOUT_MS = 30_000;
const VERIFY_TIMEOUT_MS = 15_000;

/** What goes to the device: the payload as staged, its secrets opened. */
export function pushOf({ change, attempt }: Pick<Claim, 'change' | 'attempt'>, secrets: SecretBox): Push {
  const { operation, target_id } = change;
  return { attempt_id: attempt.id, operation, target_id, payload: fullPayload(change, secrets) };
}

function fullPayload(change: ChangeRow, secrets: SecretBox): VendorValue {
  if (change.sealed_payload === null) return change.payload;
  const place = { table: 'pending_changes', row_id: change.id, organization_id: change.organization_id };
  return JSON.parse(secrets.open(change.sealed_payload, place).reveal()) as VendorValue;
}

export interface PushResult {
  readonly result: AttemptResult;
  /** Value read back in full, for the inventory; undefined when nothing was verified. */
  readonly verified?: VendorValue | null;
}

/** The one place where a device is written to: pushes, reads back, says what is known. Never throws. */
export async function pushToDevice(
  feature: StagedFeature,
  session: VendorSession | null,
  push: Push,
  before: VendorValue | null,
  timeoutMs = PUSH_TIMEOUT_MS,
): Promise<PushResult> {
  let applied: Applied;
  try {
    applied = await within(timeoutMs, startPush(feature, session, push), () => lateAnswer('push'));
  } catch (error) {
    return { result: failedPush(error, { target_id: push.target_id, before, after: null }) };
  }
  return verifyPush(feature, session, push, applied, before);
}

/** A feature that throws before its first await fails like one that rejects. */
const startPush = async (
  feature: StagedFeature,
  session: VendorSession | null,
  push: Push,
): Promise<Applied> => feature.apply(session, push);

async function verifyPush(
  feature: StagedFeature,
  session: VendorSession | null,
  push: Push,
  applied: Applied,
  before: VendorValue | null,
): Promise<PushResult> {
  const target_id = storable(applied.target_id ?? push.target_id);
  if (feature.verify === undefined) return { result: succeeded({ target_id, before, after: null }) };
  try {
    const read = feature.verify(session, push, applied);
    const { holds, value, mismatch } = await within(VERIFY_TIMEOUT_MS, read, () => lateAnswer('read-back'));
    const known = {
      target_id,
      before,
      after: value === null ? null : withoutSecrets(storable(value), feature),
    };
    const result = holds ? succeeded(known) : mismatched(mismatch ?? 'read back differs', known);
    return { result, verified: value };
  } catch (error) {
    return { result: unknownAfter(error, { target_id, before, after: null }) };
  }
}

const lateAnswer = (what: string): AdapterError =>
  new AdapterError('adapter_timeout', 'unknown', `The controller did not answer the ${what} in time.`);

import { withDeadline } from '@patchbay/kernel/concurrency';
import { storable } from '@patchbay/kernel/database';
import type { SecretBox } from '@patchbay/kernel/secrets';
import {
  AdapterError,
  type Applied,
  type Fence,
  type Push,
  type StagedFeature,
  type VendorSession,
  type VendorValue,
} from '@patchbay/vendor-kit';
import { payloadAltered } from '../../errors/index.ts';
import { CHANGE_HASH, changeHash } from '../record/canonical-json.ts';
import type { ChangeRow } from '../record/change-view.ts';
import { assertNothingHidden } from '../secrets/live-secrets.ts';
import { withoutSecrets } from '../staging/secret-fields.ts';
import type { Claim } from './attempt-ledger.ts';
import {
  type AttemptResult,
  failedBefore,
  failedPush,
  mismatched,
  succeeded,
  unknownAfter,
} from './attempt-outcome.ts';
import { fencedPush } from './fenced-push.ts';
import { keptOutput } from './kept-output.ts';
import { PUSH_LIMIT_MS } from './push-limit.ts';

/** Time before the end at which a push that follows long work is signalled. */
const SIGNAL_EARLIER_MS = 1_000;
const VERIFY_TIMEOUT_MS = 15_000;

/**
 * Content for the device: the payload as staged, its secrets opened. Throws `changes.payload_altered` unless it
 * still has its hash, which every approval is bound to.
 */
export function pushOf({ change, attempt }: Pick<Claim, 'change' | 'attempt'>, secrets: SecretBox): Push {
  const { operation, target_id, payload_hash, organization_id, controller_id, site_id } = change;
  const payload = fullPayload(change, secrets);
  const hashes = secrets.deriveKeys(CHANGE_HASH).map(({ key }) => changeHash(key, { ...change, payload }));
  if (attempt.payload_hash !== payload_hash || !hashes.includes(payload_hash)) throw payloadAltered();
  const place = { organization_id, controller_id, site_id };
  return { attempt_id: attempt.id, place, operation, target_id, payload };
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

/**
 * The one place where a device is written to: pushes, reads back, says what is known. Never throws. Nothing of the
 * push begins once `fence` is closed.
 */
export async function pushToDevice(
  feature: StagedFeature,
  session: VendorSession | null,
  push: Push,
  before: VendorValue | null,
  fence: Fence,
  timeoutMs = PUSH_LIMIT_MS,
): Promise<PushResult> {
  let applied: Applied;
  try {
    assertNothingHidden(push);
  } catch (error) {
    return { result: failedBefore(error, { target_id: push.target_id, before, after: null }) };
  }
  try {
    const signal = AbortSignal.timeout(Math.max(1, timeoutMs - SIGNAL_EARLIER_MS));
    const pushing = () => feature.apply(session, { ...push, signal });
    applied = await fencedPush(timeoutMs, fence, pushing, () => lateAnswer('push'));
  } catch (error) {
    return { result: failedPush(error, { target_id: push.target_id, before, after: null }) };
  }
  return verifyPush(feature, session, push, applied, before);
}

async function verifyPush(
  feature: StagedFeature,
  session: VendorSession | null,
  push: Push,
  applied: Applied,
  before: VendorValue | null,
): Promise<PushResult> {
  const target_id = storable(applied.target_id ?? push.target_id);
  const kept = keptOutput(applied.output, feature);
  const output = kept === null ? {} : { output: kept };
  if (feature.verify === undefined)
    return { result: succeeded({ target_id, before, after: null, ...output }) };
  try {
    const read = feature.verify(session, push, applied);
    const { holds, value, mismatch } = await withDeadline(VERIFY_TIMEOUT_MS, read, () =>
      lateAnswer('read-back'),
    );
    const known = {
      target_id,
      before,
      after: value === null ? null : withoutSecrets(storable(value), feature),
      ...output,
    };
    const result = holds ? succeeded(known) : mismatched(mismatch ?? 'read back differs', known);
    return { result, verified: value };
  } catch (error) {
    return { result: unknownAfter(error, { target_id, before, after: null, ...output }) };
  }
}

const lateAnswer = (what: string): AdapterError =>
  new AdapterError('adapter_timeout', 'unknown', `The controller did not answer the ${what} in time.`);

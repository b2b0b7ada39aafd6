import { withDeadline } from '@patchbay/kernel/concurrency';
import { storable } from '@patchbay/kernel/database';
import { AdapterError, type StagedFeature, type VendorSession, type VendorValue } from '@patchbay/vendor-kit';
import { hasMoved } from '../live/staleness.ts';
import type { AttemptRow, ChangeRow } from '../record/change-view.ts';
import { withoutSecrets } from '../staging/secret-fields.ts';

const READ_TIMEOUT_MS = 10_000;

/** Value of an attempt's object on the device; undefined where nothing can be read. */
export interface Shown {
  readonly live: VendorValue | null;
  readonly isAsBefore: boolean;
  readonly isAsAfter: boolean;
}

/** Compares the object an attempt touched or made with what stood before and after. Throws `AdapterError`. */
export async function shownOf(
  feature: StagedFeature,
  session: VendorSession | null,
  change: ChangeRow,
  attempt: AttemptRow,
): Promise<Shown | undefined> {
  const isNameless = attempt.target_id === null && (change.operation === 'create' || !feature.singleton);
  if (feature.read === undefined || isNameless) return undefined;
  const live = await readTarget(feature, session, attempt.target_id);
  const moved = (seen: VendorValue | null) => hasMoved(feature, change.payload, seen, live);
  return {
    live,
    isAsBefore: !moved(attempt.before),
    isAsAfter:
      change.operation === 'delete' ? live === null : attempt.after !== null && !moved(attempt.after),
  };
}

async function readTarget(
  feature: StagedFeature,
  session: VendorSession | null,
  target_id: string | null,
): Promise<VendorValue | null> {
  const late = () =>
    new AdapterError('adapter_timeout', 'not_sent', 'The controller did not answer the read in time.');
  try {
    const read = feature.read?.(session, target_id) ?? Promise.resolve(null);
    const value = await withDeadline(READ_TIMEOUT_MS, read, late);
    return value === null ? null : withoutSecrets(storable(value), feature);
  } catch (error) {
    if (error instanceof AdapterError && error.type === 'adapter_not_found') return null;
    throw error;
  }
}

import { withDeadline } from '@patchbay/kernel/concurrency';
import { storable } from '@patchbay/kernel/database';
import { AdapterError, type StagedFeature, type VendorSession, type VendorValue } from '@patchbay/vendor-kit';
import type { ChangeRow } from '../record/change-view.ts';
import { withoutSecrets } from '../staging/secret-fields.ts';
import { hasMoved } from './staleness.ts';

const READ_TIMEOUT_MS = 10_000;

/** Under this id the inventory keeps what there is only one of. */
export const SINGLETON_ID = '';

/** A creation has nothing to read, nor has a command. */
export const isReadable = (feature: StagedFeature, change: Pick<ChangeRow, 'operation'>): boolean =>
  feature.read !== undefined && change.operation !== 'create';

/** The live value of a change's target as it is kept, without secrets; null when it is gone. Throws `AdapterError`. */
export async function readLive(
  feature: StagedFeature,
  session: VendorSession | null,
  change: Pick<ChangeRow, 'operation' | 'target_id'>,
): Promise<VendorValue | null> {
  if (feature.read === undefined || !isReadable(feature, change)) return null;
  const late = () =>
    new AdapterError('adapter_timeout', 'not_sent', 'The controller did not answer the read in time.');
  try {
    const value = await withDeadline(READ_TIMEOUT_MS, feature.read(session, change.target_id), late);
    return value === null ? null : withoutSecrets(storable(value), feature);
  } catch (error) {
    if (error instanceof AdapterError && error.type === 'adapter_not_found') return null;
    throw error;
  }
}

/** Whether the live value moved since the stager saw it; an unseen value cannot have moved. */
export const isStale = (feature: StagedFeature, change: ChangeRow, live: VendorValue | null): boolean =>
  isReadable(feature, change) && change.base_known && hasMoved(feature, change.payload, change.base, live);

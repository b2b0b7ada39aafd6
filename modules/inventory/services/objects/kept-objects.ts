import { storable } from '@patchbay/kernel/database';
import { objectId, type Snapshot, type Vendor, type VendorValue } from '@patchbay/vendor-kit';
import { valueHash } from './value-hash.ts';

/** A configuration object as it is kept. */
export interface KeptObject {
  readonly feature: string;
  readonly external_id: string;
  readonly value: VendorValue;
  readonly hash: string;
}

const MAX_OBJECTS = 100_000;
/** No change can name a longer one as its target, and an index could not hold it. */
const MAX_ID = 512;

export const objectKey = ({
  feature,
  external_id,
}: {
  readonly feature: string;
  readonly external_id: string;
}): string => `${feature}\n${external_id}`;

/** The objects of a snapshot as they are kept, at most so many. */
export function* keptObjects(
  vendor: Pick<Vendor, 'identify'>,
  objects: Snapshot['objects'],
): Iterable<KeptObject> {
  let count = 0;
  for (const [feature, values] of Object.entries(objects)) {
    for (const value of values) {
      count += 1;
      if (count > MAX_OBJECTS) return;
      const kept = storable(value);
      yield keptObject(feature, idOf(vendor, feature, kept), kept);
    }
  }
}

export function keptObject(feature: string, external_id: string, value: VendorValue): KeptObject {
  const kept = storable(value);
  return { feature, external_id, value: kept, hash: valueHash(JSON.stringify(kept)) };
}

/** Ids too long to keep differ by their hash. */
function idOf(vendor: Pick<Vendor, 'identify'>, feature: string, value: VendorValue): string {
  const id = objectId(vendor, feature, value);
  return storable(id.length <= MAX_ID ? id : `${id.slice(0, MAX_ID - 32)} ${valueHash(id)}`);
}

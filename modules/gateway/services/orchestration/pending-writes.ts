import { isDeepStrictEqual } from 'node:util';
import type { ChangeView } from '@patchbay/module-changes/contract';
import type { VlanWrite } from '@patchbay/vendor-kit';

interface Place {
  readonly id: string;
  readonly feature_prefix: string;
}

/** The key under which a vendor's feature is staged. */
export const featureKey = (
  { feature_prefix }: Pick<Place, 'feature_prefix'>,
  { feature }: VlanWrite,
): string => `${feature_prefix}${feature}`;

/** A pending change that would write exactly this to that controller. */
export const matchingChange = (
  pending: readonly ChangeView[],
  place: Place,
  write: VlanWrite,
): ChangeView | undefined =>
  pending.find(
    (change) =>
      change.controller_id === place.id &&
      change.feature === featureKey(place, write) &&
      change.operation === write.operation &&
      change.target_id === (write.target_id ?? null) &&
      isDeepStrictEqual({ ...change.payload }, { ...write.payload }),
  );

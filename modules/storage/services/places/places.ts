import type { BlobPlace } from './blob-place.ts';

export type PlaceId = 'local' | 's3';

/** Every place that can be read; new bytes go to one of them. */
export interface Places {
  readonly chosen: PlaceId;
  readonly byId: Readonly<Partial<Record<PlaceId, BlobPlace>>>;
}

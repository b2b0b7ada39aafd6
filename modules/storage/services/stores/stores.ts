import type { BlobStore } from './blob-store.ts';

export type StoreId = 'local' | 's3';

/** Every place that can be read; new bytes go to one of them. */
export interface Stores {
  readonly chosen: StoreId;
  readonly byId: Readonly<Partial<Record<StoreId, BlobStore>>>;
}

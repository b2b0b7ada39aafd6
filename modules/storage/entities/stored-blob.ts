import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters } from '@patchbay/kernel/database';

/** An artifact that somebody stored to stay, where the controller of its change stands (DECISIONS 34). */
export const StoredBlob = defineEntity({
  name: 'StoredBlob',
  tableName: 'stored_blobs',
  properties: {
    ...softDeletedProperties,
    site_id: p.uuid(),
    controller_id: p.uuid(),
    artifact_id: p.uuid(),
    /** Empty where nobody gave one. */
    name: p.string(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    stored_blobs: InferKyselyTable<typeof StoredBlob>;
  }
}

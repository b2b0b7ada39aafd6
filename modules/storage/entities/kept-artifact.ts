import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** Bytes of which something is kept somewhere; the row is there before the first byte and goes after the last. */
export const KeptArtifact = defineEntity({
  name: 'KeptArtifact',
  tableName: 'artifacts',
  properties: {
    ...tenantProperties,
    /** What produced them, so that a repetition keeps nothing twice. */
    key: p.string(),
    token: p.string(),
    sha256: p.string(),
    size: p.integer(),
    media_type: p.string(),
    place: p.string().$type<'local' | 's3'>(),
    status: p.string().$type<'storing' | 'stored' | 'removing'>(),
    /** Swept afterwards unless somebody holds it; `infinity` while a blob does. */
    kept_until: timestamp(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    artifacts: InferKyselyTable<typeof KeptArtifact>;
  }
}

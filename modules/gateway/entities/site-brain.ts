import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** Which controller holds the canonical VLANs of a site (SPEC 1.2, layer 2). One row a site, kept when cleared. */
export const SiteBrain = defineEntity({
  name: 'SiteBrain',
  tableName: 'site_brains',
  properties: {
    ...tenantProperties,
    site_id: p.uuid(),
    controller_id: p.uuid().nullable(),
    chosen_by: p.uuid().nullable(),
    /** Since when it has been told to be offline; null while it is not. */
    offline_since: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    site_brains: InferKyselyTable<typeof SiteBrain>;
  }
}

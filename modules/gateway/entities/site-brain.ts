import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** Which controller holds the canonical VLANs of a site (SPEC 1.2, layer 2). One row a site, kept when cleared. */
export const SiteBrain = defineTable('site_brains', {
  columns: {
    ...tenantColumns,
    site_id: p.uuid(),
    controller_id: p.uuid().nullable(),
    chosen_by: p.uuid().nullable(),
    /** Time since which it is published as offline; null while it is not. */
    offline_since: timestamp().nullable(),
  },
  lock: rowSecurity('site_brains', 'site_id'),
  constraints: ['unique (site_id)', 'foreign key (controller_id) references controllers (id)'],
  indexes: [
    'create index site_brains_of_controller on site_brains (controller_id) where controller_id is not null',
  ],
});

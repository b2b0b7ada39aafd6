import { migration, tenantTable } from '@patchbay/kernel/database';

export const gateway001 = migration(
  'gateway.001-orchestration',
  tenantTable('site_brains', {
    softDelete: false,
    siteColumn: 'site_id',
    columns: [
      'site_id uuid not null unique',
      'controller_id uuid references controllers (id)',
      'chosen_by uuid',
      'offline_since timestamptz',
    ],
  }),
  'create index site_brains_of_controller on site_brains (controller_id) where controller_id is not null',
);

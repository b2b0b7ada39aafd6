import { migration, tenantTable } from '@patchbay/kernel/database';

export const chainAlarms = migration(
  'audit.002-chain-alarms',
  tenantTable('audit_chain_alarms', {
    softDelete: false,
    siteColumn: null,
    columns: ['kind text not null', 'sequence bigint not null', 'unique (organization_id)'],
  }),
);

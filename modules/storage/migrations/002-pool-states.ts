import { migration, tenantTable } from '@patchbay/kernel/database';

export const poolStates = migration(
  'storage.002-pool-states',
  tenantTable('storage_pool_looks', {
    softDelete: false,
    siteColumn: null,
    columns: ['ask_after timestamptz not null'],
  }),
  tenantTable('storage_pool_states', {
    softDelete: false,
    siteColumn: null,
    columns: [
      'controller_id uuid not null',
      'node text not null',
      'kind text not null',
      'name text not null',
      `status text not null check (status in ('healthy', 'degraded', 'unavailable'))`,
      'is_full boolean not null',
      'seen_at timestamptz not null',
      'unique (controller_id, node, kind, name)',
    ],
  }),
);

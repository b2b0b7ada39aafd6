import { migration, tenantTable } from '@patchbay/kernel/database';

export const tunnelStates = migration(
  'vpn.001-tunnel-states',
  tenantTable('vpn_tunnel_states', {
    softDelete: false,
    siteColumn: null,
    columns: [
      'controller_id uuid not null',
      'tunnel_id uuid not null',
      `status text not null check (status in ('up', 'down'))`,
      'unique (controller_id, tunnel_id)',
    ],
  }),
);

import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Whether a tunnel stood when its controller was read last, so that a change is told once. */
export const TunnelState = defineTable('vpn_tunnel_states', {
  columns: {
    ...tenantColumns,
    controller_id: p.uuid(),
    tunnel_id: p.uuid(),
    status: p.string().$type<'up' | 'down'>(),
  },
  lock: rowSecurity('vpn_tunnel_states', null),
  constraints: [`check (status in ('up', 'down'))`, 'unique (controller_id, tunnel_id)'],
});

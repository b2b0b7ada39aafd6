import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** State of a tunnel at its controller's last reading, so that a change is published once. */
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

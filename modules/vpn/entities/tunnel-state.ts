import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** Whether a tunnel stood when its controller was read last, so that a change is told once. */
export const TunnelState = defineEntity({
  name: 'TunnelState',
  tableName: 'vpn_tunnel_states',
  properties: {
    ...tenantProperties,
    controller_id: p.uuid(),
    tunnel_id: p.uuid(),
    status: p.string().$type<'up' | 'down'>(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    vpn_tunnel_states: InferKyselyTable<typeof TunnelState>;
  }
}

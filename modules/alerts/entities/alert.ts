import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

export type AlertSeverity = 'info' | 'warning' | 'critical';
export type AlertStatus = 'open' | 'acknowledged' | 'resolved';

export const Alert = defineEntity({
  name: 'Alert',
  tableName: 'alerts',
  properties: {
    ...tenantProperties,
    title: p.string(),
    message: p.string(),
    severity: p.string().$type<AlertSeverity>(),
    status: p.string().$type<AlertStatus>(),
    /** Alerts without a site are everybody's of the organization. */
    site_id: p.uuid().nullable(),
    device_id: p.uuid().nullable(),
    rule_id: p.uuid().nullable(),
    event_id: p.uuid().nullable(),
    /** One alert per effect, however often it is tried. */
    effect_id: p.uuid(),
    created_by: p.uuid().nullable(),
    acknowledged_by: p.uuid().nullable(),
    acknowledged_at: timestamp().nullable(),
    resolved_by: p.uuid().nullable(),
    resolved_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    alerts: InferKyselyTable<typeof Alert>;
  }
}

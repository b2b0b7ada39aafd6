import {
  defineTable,
  organizationRows,
  p,
  rowSecurity,
  tenantColumns,
  timestamp,
} from '@patchbay/kernel/database';

export type AlertSeverity = 'info' | 'warning' | 'critical';
export type AlertStatus = 'open' | 'acknowledged' | 'resolved';

export const Alert = defineTable('alerts', {
  columns: {
    ...tenantColumns,
    title: p.string(),
    message: p.string(),
    severity: p.string().$type<AlertSeverity>(),
    status: p.string().$type<AlertStatus>().default('open'),
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
  lock: [
    rowSecurity('alerts', 'site_id', 'select, insert, update, delete', 'organization_id', true),
    organizationRows('alerts', 'site_id', ['update', 'delete']),
  ],
  constraints: [
    `check (severity in ('info', 'warning', 'critical'))`,
    `check (status in ('open', 'acknowledged', 'resolved'))`,
    'unique (organization_id, effect_id)',
  ],
  indexes: [
    'create index alerts_listed on alerts (organization_id, created_at desc, id desc)',
    `create index alerts_unresolved on alerts (organization_id) where status <> 'resolved'`,
    `create index alerts_resolved on alerts (resolved_at) where status = 'resolved'`,
  ],
});

import { migration, tenantTable } from '@patchbay/kernel/database';

export const createAlerts = migration(
  'alerts.001-alerts',
  tenantTable('alerts', {
    softDelete: false,
    siteColumn: 'site_id',
    siteOptional: true,
    columns: [
      'title text not null',
      'message text not null',
      `severity text not null check (severity in ('info', 'warning', 'critical'))`,
      `status text not null default 'open' check (status in ('open', 'acknowledged', 'resolved'))`,
      'site_id uuid',
      'device_id uuid',
      'rule_id uuid',
      'event_id uuid',
      'effect_id uuid not null',
      'created_by uuid',
      'acknowledged_by uuid',
      'acknowledged_at timestamptz',
      'resolved_by uuid',
      'resolved_at timestamptz',
      'unique (organization_id, effect_id)',
    ],
  }),
  'create index alerts_listed on alerts (organization_id, created_at desc, id desc)',
  `create index alerts_unresolved on alerts (organization_id) where status <> 'resolved'`,
  `create index alerts_resolved on alerts (resolved_at) where status = 'resolved'`,
);

import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** `running` is a lease that ends at `next_at`; the other states but `waiting` are final. */
export type DeliveryStatus = 'waiting' | 'running' | 'done' | 'skipped' | 'failed';

/** One event on its way to one plugin; unique, so that a job handed over twice changes nothing. */
export const PluginDelivery = defineTable('plugin_deliveries', {
  columns: {
    ...tenantColumns,
    plugin_id: p.string(),
    event_id: p.uuid(),
    event_cursor: p.bigint().$type<number>(),
    status: p.string().$type<DeliveryStatus>().default('waiting'),
    attempts: p.integer().default(0),
    next_at: timestamp().defaultRaw('now()'),
    error: p.string().nullable(),
  },
  lock: rowSecurity('plugin_deliveries', null),
  constraints: [
    `check (status in ('waiting', 'running', 'done', 'skipped', 'failed'))`,
    'unique (plugin_id, event_id)',
    'foreign key (plugin_id) references plugins (id) on delete cascade',
  ],
  indexes: [
    `create index plugin_deliveries_running on plugin_deliveries (plugin_id, organization_id)
      where status = 'running'`,
    'create index plugin_deliveries_by_age on plugin_deliveries (created_at)',
    `create index plugin_deliveries_next on plugin_deliveries (plugin_id, organization_id, event_cursor)
      where status in ('waiting', 'running')`,
  ],
});

import { migration } from '@patchbay/kernel/database';

/** Deliveries are taken by plugin and organization, the oldest of both first. */
export const plugins004 = migration(
  'plugins.004-fair-turns',
  `create index plugin_deliveries_next on plugin_deliveries (plugin_id, organization_id, event_cursor)
     where status in ('waiting', 'running')`,
  'drop index plugin_deliveries_open',
  'drop index plugin_deliveries_of_organization',
);

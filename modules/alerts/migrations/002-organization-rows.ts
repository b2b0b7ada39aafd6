import { migration, organizationRows } from '@patchbay/kernel/database';

/** People held to sites change none of these rows that belong to the whole organization. */
export const organizationAlerts = migration(
  'alerts.002-organization-rows',
  organizationRows('alerts', 'site_id', ['update', 'delete']),
);

import { migration, organizationRows } from '@patchbay/kernel/database';

/** People held to sites change none of these rows that belong to the whole organization. */
export const organizationChannels = migration(
  'notifications.003-organization-rows',
  organizationRows('notification_channels'),
);

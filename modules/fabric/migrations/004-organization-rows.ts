import { migration, organizationRows } from '@patchbay/kernel/database';

/** People held to sites change none of these rows that belong to the whole organization. */
export const organizationConnections = migration(
  'fabric.004-organization-rows',
  organizationRows('connections'),
);

import { migration, organizationRows } from '@patchbay/kernel/database';

/** People held to sites change none of these rows that belong to the whole organization. */
export const organizationPlugins = migration(
  'plugins.002-organization-rows',
  organizationRows('plugin_enablements'),
);

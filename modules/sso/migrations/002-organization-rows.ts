import { migration, organizationRows } from '@patchbay/kernel/database';

/** People held to sites change none of these rows that belong to the whole organization. */
export const organizationProviders = migration(
  'sso.002-organization-rows',
  organizationRows('sso_providers'),
);

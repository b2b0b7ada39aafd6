import { migration, organizationRows } from '@patchbay/kernel/database';

/** People held to sites change none of these rows that belong to the whole organization. */
export const organizationGrants = migration(
  'organizations.002-organization-rows',
  organizationRows('site_grants'),
  organizationRows('stored_roles'),
);

import { migration, organizationRows } from '@patchbay/kernel/database';

/** People held to sites change none of these rows that belong to the whole organization. */
export const organizationRules = migration(
  'changes.006-organization-rows',
  organizationRows('approval_policies', 'site_id'),
  organizationRows('change_freezes', 'site_id'),
);

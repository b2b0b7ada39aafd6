import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters, timestamp } from '@patchbay/kernel/database';

/**
 * Holds a user to a site; a user with any grant, those that ran out included, sees granted sites only.
 * `ended_at`: when it was put on record that `expires_at` has passed.
 */
export const SiteGrant = defineEntity({
  name: 'SiteGrant',
  tableName: 'site_grants',
  properties: {
    ...softDeletedProperties,
    user_id: p.uuid(),
    site_id: p.uuid(),
    expires_at: timestamp().nullable(),
    ended_at: timestamp().nullable(),
    reason: p.string().nullable(),
    granted_by: p.uuid().nullable(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    site_grants: InferKyselyTable<typeof SiteGrant>;
  }
}

import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/**
 * Another address that a user asked for, which does not count before it is confirmed. The token that goes by mail is
 * made from the id, and stored nowhere.
 */
export const EmailChange = defineEntity({
  name: 'EmailChange',
  tableName: 'email_changes',
  properties: {
    ...tenantProperties,
    user_id: p.uuid(),
    old_email: p.string(),
    new_email: p.string(),
    /** The user's when it was asked for: a change of password or factors meanwhile ends it. */
    token_version: p.integer(),
    expires_at: timestamp(),
    confirmed_at: timestamp().nullable(),
    /** A newer request took its place, or it was withdrawn. */
    superseded_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    email_changes: InferKyselyTable<typeof EmailChange>;
  }
}

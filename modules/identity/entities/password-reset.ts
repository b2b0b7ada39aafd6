import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** A reset somebody asked for. The token that goes by mail is made from the id, and stored nowhere. */
export const PasswordReset = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  properties: {
    ...tenantProperties,
    user_id: p.uuid(),
    /** Where it went: it ends when the user gets another address. */
    email_key: p.string(),
    expires_at: timestamp(),
    used_at: timestamp().nullable(),
    /** A newer request, or a change of the password, took its place. */
    superseded_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    password_resets: InferKyselyTable<typeof PasswordReset>;
  }
}

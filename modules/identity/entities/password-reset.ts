import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** A requested reset. The token that goes by mail is made from the id, and stored nowhere. */
export const PasswordReset = defineTable('password_resets', {
  columns: {
    ...tenantColumns,
    user_id: p.uuid(),
    /** Address it was sent to: it ends when the user gets another one. */
    email_key: p.string(),
    expires_at: timestamp(),
    used_at: timestamp().nullable(),
    /** A newer request, or a change of the password, took its place. */
    superseded_at: timestamp().nullable(),
  },
  lock: rowSecurity('password_resets', null, 'select, insert, update'),
  constraints: [
    'constraint password_resets_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
  ],
  indexes: [
    'create index password_resets_of_user on password_resets (user_id, expires_at)',
    'create index password_resets_by_expiry on password_resets (expires_at)',
  ],
});

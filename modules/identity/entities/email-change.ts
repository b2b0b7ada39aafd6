import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/**
 * Another address that a user asked for, which does not count before it is confirmed. The token that goes by mail is
 * made from the id, and stored nowhere.
 */
export const EmailChange = defineTable('email_changes', {
  columns: {
    ...tenantColumns,
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
  lock: rowSecurity('email_changes', null, 'select, insert, update'),
  constraints: [
    'constraint email_changes_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
  ],
  indexes: [
    'create index email_changes_of_user on email_changes (user_id, created_at)',
    'create index email_changes_by_expiry on email_changes (expires_at)',
  ],
});

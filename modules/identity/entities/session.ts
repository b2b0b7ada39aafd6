import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** One sign-in; everything minted for it dies with it. */
export const Session = defineTable('sessions', {
  columns: {
    ...tenantColumns,
    user_id: p.uuid(),
    token_version: p.integer(),
    remember_me: p.boolean(),
    ip: p.string(),
    user_agent: p.string(),
    last_used_at: timestamp(),
    expires_at: timestamp(),
    /** When its user last showed who they are: at sign-in, and whenever they are asked again. */
    proven_at: timestamp().defaultRaw('now()'),
    /** The `mfa_token` that it was opened with: it opens no other. */
    mfa_token_id: p.uuid().nullable(),
    revoked_at: timestamp().nullable(),
    revoked_reason: p.string().nullable(),
  },
  lock: rowSecurity('sessions', null, 'select, insert, update'),
  constraints: [
    'unique (mfa_token_id)',
    'constraint sessions_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
  ],
  indexes: [
    'create index sessions_of_user on sessions (user_id, created_at)',
    'create index sessions_by_expiry on sessions (expires_at)',
  ],
});

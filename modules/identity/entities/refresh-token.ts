import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** A refresh token by its hash, with the access token (`access_jti`) that was handed out beside it. */
export const RefreshToken = defineTable('refresh_tokens', {
  columns: {
    ...tenantColumns,
    session_id: p.uuid(),
    parent_id: p.uuid().nullable(),
    token_hash: p.string(),
    access_jti: p.uuid(),
    expires_at: timestamp(),
    used_at: timestamp().nullable(),
    pair_used_at: timestamp().nullable(),
  },
  lock: rowSecurity('refresh_tokens', null, 'insert'),
  constraints: [
    'unique (access_jti)',
    'unique (token_hash)',
    'foreign key (session_id) references sessions (id) on delete cascade',
  ],
  indexes: [
    'create index refresh_tokens_of_session on refresh_tokens (session_id)',
    'create index refresh_tokens_by_parent on refresh_tokens (parent_id)',
  ],
});

import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/**
 * A refresh token by its hash. Used ones stay until they would have expired, so that the use of a stolen one is
 * noticed.
 */
export const OAuth2RefreshToken = defineTable('oauth2_refresh_tokens', {
  columns: {
    ...tenantColumns,
    grant_id: p.uuid(),
    family_id: p.uuid(),
    token_hash: p.string(),
    scopes: p.array<string>(),
    expires_at: timestamp(),
    used_at: timestamp().nullable(),
    revoked_at: timestamp().nullable(),
  },
  lock: rowSecurity('oauth2_refresh_tokens', null),
  constraints: [
    'unique (token_hash)',
    'constraint oauth2_refresh_tokens_grant_fkey foreign key (organization_id, grant_id) references oauth2_grants (organization_id, id) on delete cascade',
  ],
  indexes: [
    'create index oauth2_refresh_tokens_of_grant on oauth2_refresh_tokens (grant_id, id)',
    'create index oauth2_refresh_tokens_by_expiry on oauth2_refresh_tokens (expires_at)',
  ],
});

import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** An access token by its hash. */
export const OAuth2AccessToken = defineTable('oauth2_access_tokens', {
  columns: {
    ...tenantColumns,
    grant_id: p.uuid(),
    family_id: p.uuid(),
    token_hash: p.string(),
    scopes: p.array<string>(),
    expires_at: timestamp(),
    revoked_at: timestamp().nullable(),
  },
  lock: rowSecurity('oauth2_access_tokens', null),
  constraints: [
    'unique (token_hash)',
    'constraint oauth2_access_tokens_grant_fkey foreign key (organization_id, grant_id) references oauth2_grants (organization_id, id) on delete cascade',
  ],
  indexes: [
    'create index oauth2_access_tokens_of_grant on oauth2_access_tokens (grant_id, id)',
    'create index oauth2_access_tokens_by_expiry on oauth2_access_tokens (expires_at)',
  ],
});

import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** An authorization code by its hash. Its id names the family of tokens that come of it. */
export const OAuth2Code = defineTable('oauth2_codes', {
  columns: {
    ...tenantColumns,
    grant_id: p.uuid(),
    code_hash: p.string(),
    redirect_uri: p.string(),
    code_challenge: p.string(),
    scopes: p.array<string>(),
    expires_at: timestamp(),
    used_at: timestamp().nullable(),
  },
  lock: rowSecurity('oauth2_codes', null),
  constraints: [
    'unique (code_hash)',
    'constraint oauth2_codes_grant_fkey foreign key (organization_id, grant_id) references oauth2_grants (organization_id, id) on delete cascade',
  ],
  indexes: ['create index oauth2_codes_of_grant on oauth2_codes (grant_id, id)'],
});

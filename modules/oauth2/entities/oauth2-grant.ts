import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/**
 * A user's grant to an application, at most one open per pair. It holds as long as the user's `token_version`
 * stays what it was.
 */
export const OAuth2Grant = defineTable('oauth2_grants', {
  columns: {
    ...tenantColumns,
    application_id: p.uuid(),
    user_id: p.uuid(),
    scopes: p.array<string>(),
    token_version: p.integer(),
    last_used_at: timestamp().nullable(),
    revoked_at: timestamp().nullable(),
    revoked_reason: p.string().nullable(),
  },
  lock: rowSecurity('oauth2_grants', null, 'select, insert, update'),
  constraints: [
    'constraint oauth2_grants_in_organization unique (organization_id, id)',
    'constraint oauth2_grants_application_fkey foreign key (organization_id, application_id) references oauth2_applications (organization_id, id)',
    'constraint oauth2_grants_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
  ],
  indexes: [
    'create unique index oauth2_grants_open on oauth2_grants (user_id, application_id) where revoked_at is null',
    'create index oauth2_grants_of_application on oauth2_grants (application_id)',
  ],
});

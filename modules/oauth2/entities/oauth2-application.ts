import { defineTable, p, rowSecurity, softDeletedColumns } from '@patchbay/kernel/database';

/** A third party's program. `secret_hash` null: a public client, which cannot keep a secret (RFC 6749 2.1). */
export const OAuth2Application = defineTable('oauth2_applications', {
  columns: {
    ...softDeletedColumns,
    client_id: p.string(),
    secret_hash: p.string().nullable(),
    name: p.string(),
    redirect_uris: p.array<string>(),
    scopes: p.array<string>(),
    confidential: p.boolean(),
    is_active: p.boolean().default(true),
  },
  lock: rowSecurity('oauth2_applications', null, 'select, insert, update'),
  constraints: [
    'unique (client_id)',
    'constraint oauth2_applications_in_organization unique (organization_id, id)',
  ],
});

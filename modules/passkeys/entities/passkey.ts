import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** A credential that some authenticator of a user holds the private key of. */
export const Passkey = defineTable('passkeys', {
  columns: {
    ...tenantColumns,
    user_id: p.uuid(),
    name: p.string(),
    /** As the authenticator named it, base64url; unique platform-wide. */
    credential_id: p.string(),
    /** COSE key, base64url. */
    public_key: p.string(),
    /** Signatures its authenticator has counted; 0 for ever where it does not count. */
    sign_count: p.bigint('number'),
    transports: p.array<string>(),
    backed_up: p.boolean(),
    last_used_at: timestamp().nullable(),
  },
  lock: rowSecurity('passkeys', null),
  constraints: [
    'constraint passkeys_credential_key unique (credential_id)',
    'constraint passkeys_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
  ],
  indexes: ['create index passkeys_of_user on passkeys (user_id, created_at)'],
});

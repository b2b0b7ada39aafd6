import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** User that a provider means by a subject. `issuer` keeps subjects of a former issuer or directory apart. */
export const SsoIdentity = defineTable('sso_identities', {
  columns: {
    ...tenantColumns,
    provider_id: p.uuid(),
    issuer: p.string(),
    subject: p.string(),
    user_id: p.uuid(),
    /** The provider made the user, and its mapping decides the role at every sign-in. */
    is_creator: p.boolean(),
    last_used_at: timestamp().nullable(),
  },
  lock: rowSecurity('sso_identities', null),
  constraints: [
    'constraint sso_identities_subject_key unique (provider_id, issuer, subject)',
    'constraint sso_identities_user_key unique (provider_id, issuer, user_id)',
    'constraint sso_identities_provider_fkey foreign key (organization_id, provider_id) references sso_providers (organization_id, id)',
    'constraint sso_identities_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
  ],
  indexes: ['create index sso_identities_of_user on sso_identities (organization_id, user_id)'],
});

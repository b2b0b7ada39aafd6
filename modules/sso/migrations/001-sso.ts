import { migration, tenantTable } from '@patchbay/kernel/database';

const ROLES = `'org_admin', 'admin', 'site_admin', 'operator', 'viewer', 'guest'`;

/** Providers, whom they mean by their subjects, and states of logins that came back. */
export const sso = migration(
  'sso.001-sso',
  tenantTable('sso_providers', {
    columns: [
      'name text not null',
      'slug text not null',
      `kind text not null check (kind in ('oidc', 'ldap', 'saml'))`,
      'is_enabled boolean not null',
      'config jsonb not null',
      'secret text',
      'role_mapping jsonb not null',
      `default_role text check (default_role in (${ROLES}))`,
      `role_ceiling text not null check (role_ceiling in (${ROLES}))`,
      'just_in_time boolean not null',
      'link_by_email boolean not null',
      'allowed_email_domains text[]',
      'constraint sso_providers_in_organization unique (organization_id, id)',
    ],
    siteColumn: null,
    grant: 'select, insert, update',
  }),
  'create unique index sso_providers_slug_key on sso_providers (organization_id, slug) where deleted_at is null',
  tenantTable('sso_identities', {
    columns: [
      'provider_id uuid not null',
      'issuer text not null',
      'subject text not null',
      'user_id uuid not null',
      'is_creator boolean not null',
      'last_used_at timestamptz',
      'constraint sso_identities_subject_key unique (provider_id, issuer, subject)',
      'constraint sso_identities_user_key unique (provider_id, issuer, user_id)',
      'constraint sso_identities_provider_fkey foreign key (organization_id, provider_id) references sso_providers (organization_id, id)',
      'constraint sso_identities_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
    ],
    siteColumn: null,
    softDelete: false,
  }),
  'create index sso_identities_of_user on sso_identities (organization_id, user_id)',
  tenantTable('sso_used_states', {
    columns: ['expires_at timestamptz not null'],
    siteColumn: null,
    softDelete: false,
    grant: 'select, insert',
  }),
  'create index sso_used_states_by_end on sso_used_states (expires_at)',
);

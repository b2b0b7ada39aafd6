import { defineTable, organizationRows, p, rowSecurity, softDeletedColumns } from '@patchbay/kernel/database';
import type { RoleName } from '@patchbay/kernel/permissions';
import type { ProviderConfig, ProviderKind, RoleRule } from '../schemas/providers.ts';

/** Sign-in provider of an organization; `secret` is the platform's own credential there, sealed. */
export const SsoProvider = defineTable('sso_providers', {
  columns: {
    ...softDeletedColumns,
    name: p.string(),
    slug: p.string(),
    kind: p.string().$type<ProviderKind>(),
    is_enabled: p.boolean(),
    config: p.json().$type<ProviderConfig>(),
    secret: p.string().nullable(),
    role_mapping: p.json().$type<readonly RoleRule[]>(),
    default_role: p.string().$type<RoleName>().nullable(),
    role_ceiling: p.string().$type<RoleName>(),
    just_in_time: p.boolean(),
    link_by_email: p.boolean(),
    allowed_email_domains: p.array<string>().nullable(),
  },
  lock: [rowSecurity('sso_providers', null, 'select, insert, update'), organizationRows('sso_providers')],
  constraints: [
    `check (default_role in ('org_admin', 'admin', 'site_admin', 'operator', 'viewer', 'guest'))`,
    `check (kind in ('oidc', 'ldap', 'saml'))`,
    `check (role_ceiling in ('org_admin', 'admin', 'site_admin', 'operator', 'viewer', 'guest'))`,
    'constraint sso_providers_in_organization unique (organization_id, id)',
  ],
  indexes: [
    'create unique index sso_providers_slug_key on sso_providers (organization_id, slug) where deleted_at is null',
  ],
});

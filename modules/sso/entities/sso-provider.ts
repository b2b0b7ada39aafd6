import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters } from '@patchbay/kernel/database';
import type { RoleName } from '@patchbay/kernel/permissions';
import type { ProviderConfig, ProviderKind, RoleRule } from '../schemas.ts';

/** Where an organization's people sign in; `secret` is what the platform itself shows there, sealed. */
export const SsoProvider = defineEntity({
  name: 'SsoProvider',
  tableName: 'sso_providers',
  properties: {
    ...softDeletedProperties,
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
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    sso_providers: InferKyselyTable<typeof SsoProvider>;
  }
}

import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide } from '@patchbay/kernel/di';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { ACCOUNTS, AUTHORITY, FACTORS, TENANTS } from '@patchbay/module-identity/contract';
import { ORGANIZATIONS_CONFIG } from './config.ts';
import { DASHBOARD_PARTS, ORGANIZATION_COUNTS, QUOTAS, SITE_COUNTS } from './contract.ts';
import { GrantExpiry } from './services/grant-expiry.ts';
import { OrganizationCounts } from './services/organization-counts.ts';
import { OrganizationQuotas } from './services/organization-quotas.ts';
import { Organizations } from './services/organizations.ts';
import { SiteAccess } from './services/site-access.ts';
import { SiteCounts } from './services/site-counts.ts';
import { SiteImports } from './services/site-import/site-imports.ts';
import { Sites } from './services/sites.ts';
import { StoredRoles } from './services/stored-roles.ts';
import { Users } from './services/users.ts';

export const providers: readonly Provider[] = [
  provide(Organizations, {
    database: DATABASE,
    tenants: TENANTS,
    factors: FACTORS,
    counts: OrganizationCounts,
    quotas: QUOTAS,
    parts: DASHBOARD_PARTS.all,
  }),
  provide(OrganizationCounts, { database: DATABASE, counts: ORGANIZATION_COUNTS.all }),
  provide(
    QUOTAS,
    [ORGANIZATIONS_CONFIG, ORGANIZATION_COUNTS.all],
    ({ ENFORCE_ORG_QUOTAS: isEnforced }, counts) => new OrganizationQuotas(isEnforced, counts),
  ),
  provide(SiteCounts, { counts: SITE_COUNTS.all }),
  provide(Sites, { database: DATABASE, counts: SiteCounts, quotas: QUOTAS }),
  provide(SiteImports, { database: DATABASE, sites: Sites, quotas: QUOTAS }),
  provide(SiteAccess, { database: DATABASE, accounts: ACCOUNTS, authority: AUTHORITY }),
  provide(GrantExpiry, { database: DATABASE }),
  provide(StoredRoles, { database: DATABASE, permissions: PERMISSION_MAP }),
  provide(Users, { database: DATABASE, accounts: ACCOUNTS, tenants: TENANTS, quotas: QUOTAS }),
];

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
import { Sites } from './services/sites.ts';
import { StoredRoles } from './services/stored-roles.ts';
import { Users } from './services/users.ts';
import {
  GRANT_EXPIRY,
  ORGANIZATION_COUNTER,
  ORGANIZATIONS,
  SITE_ACCESS,
  SITE_COUNTER,
  SITES,
  STORED_ROLES,
  USERS,
} from './tokens.ts';

export const providers: readonly Provider[] = [
  provide(
    ORGANIZATIONS,
    [DATABASE, TENANTS, FACTORS, ORGANIZATION_COUNTER, QUOTAS, DASHBOARD_PARTS.all],
    (...deps) => new Organizations(...deps),
  ),
  provide(
    ORGANIZATION_COUNTER,
    [DATABASE, ORGANIZATION_COUNTS.all],
    (...deps) => new OrganizationCounts(...deps),
  ),
  provide(
    QUOTAS,
    [ORGANIZATIONS_CONFIG, ORGANIZATION_COUNTS.all],
    ({ ENFORCE_ORG_QUOTAS: isEnforced }, counts) => new OrganizationQuotas(isEnforced, counts),
  ),
  provide(SITE_COUNTER, [SITE_COUNTS.all], (counts) => new SiteCounts(counts)),
  provide(SITES, [DATABASE, SITE_COUNTER, QUOTAS], (...deps) => new Sites(...deps)),
  provide(SITE_ACCESS, [DATABASE, ACCOUNTS, AUTHORITY], (...deps) => new SiteAccess(...deps)),
  provide(GRANT_EXPIRY, [DATABASE], (database) => new GrantExpiry(database)),
  provide(STORED_ROLES, [DATABASE, PERMISSION_MAP], (...deps) => new StoredRoles(...deps)),
  provide(USERS, [DATABASE, ACCOUNTS, TENANTS, QUOTAS], (...deps) => new Users(...deps)),
];

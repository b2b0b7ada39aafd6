import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide } from '@patchbay/kernel/di';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { ACCOUNTS, AUTHORITY, TENANTS } from '@patchbay/module-identity/contract';
import { ORGANIZATION_COUNTS, SITE_COUNTS } from './contract.ts';
import { Organizations } from './services/organizations.ts';
import { SiteAccess } from './services/site-access.ts';
import { SiteCounts } from './services/site-counts.ts';
import { Sites } from './services/sites.ts';
import { StoredRoles } from './services/stored-roles.ts';
import { Users } from './services/users.ts';
import { ORGANIZATIONS, SITE_ACCESS, SITE_COUNTER, SITES, STORED_ROLES, USERS } from './tokens.ts';

export const providers: readonly Provider[] = [
  provide(
    ORGANIZATIONS,
    [DATABASE, TENANTS, ORGANIZATION_COUNTS.all],
    (...deps) => new Organizations(...deps),
  ),
  provide(SITE_COUNTER, [SITE_COUNTS.all], (counts) => new SiteCounts(counts)),
  provide(SITES, [DATABASE, SITE_COUNTER], (...deps) => new Sites(...deps)),
  provide(SITE_ACCESS, [DATABASE, ACCOUNTS, AUTHORITY], (...deps) => new SiteAccess(...deps)),
  provide(STORED_ROLES, [DATABASE, PERMISSION_MAP], (...deps) => new StoredRoles(...deps)),
  provide(USERS, [DATABASE, ACCOUNTS, TENANTS], (...deps) => new Users(...deps)),
];

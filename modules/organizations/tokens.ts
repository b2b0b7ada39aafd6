import { type Token, token } from '@patchbay/kernel/di';
import type { Organizations } from './services/organizations.ts';
import type { SiteAccess } from './services/site-access.ts';
import type { SiteCounts } from './services/site-counts.ts';
import type { Sites } from './services/sites.ts';
import type { StoredRoles } from './services/stored-roles.ts';
import type { Users } from './services/users.ts';

export const ORGANIZATIONS: Token<Organizations> = token('organizations.organizations');
export const SITE_ACCESS: Token<SiteAccess> = token('organizations.site-access');
export const SITE_COUNTER: Token<SiteCounts> = token('organizations.site-counter');
export const SITES: Token<Sites> = token('organizations.sites');
export const STORED_ROLES: Token<StoredRoles> = token('organizations.stored-roles');
export const USERS: Token<Users> = token('organizations.users');

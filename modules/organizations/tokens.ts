import { type Token, token } from '@patchbay/kernel/di';
import type { GrantExpiry } from './services/grant-expiry.ts';
import type { OrganizationCounts } from './services/organization-counts.ts';
import type { Organizations } from './services/organizations.ts';
import type { SiteAccess } from './services/site-access.ts';
import type { SiteCounts } from './services/site-counts.ts';
import type { Sites } from './services/sites.ts';
import type { StoredRoles } from './services/stored-roles.ts';
import type { Users } from './services/users.ts';

export const GRANT_EXPIRY: Token<GrantExpiry> = token('organizations.grant-expiry');
export const ORGANIZATION_COUNTER: Token<OrganizationCounts> = token('organizations.organization-counter');
export const ORGANIZATIONS: Token<Organizations> = token('organizations.organizations');
export const SITE_ACCESS: Token<SiteAccess> = token('organizations.site-access');
export const SITE_COUNTER: Token<SiteCounts> = token('organizations.site-counter');
export const SITES: Token<Sites> = token('organizations.sites');
export const STORED_ROLES: Token<StoredRoles> = token('organizations.stored-roles');
export const USERS: Token<Users> = token('organizations.users');

import { sso } from './001-sso.ts';
import { organizationProviders } from './002-organization-rows.ts';

export const migrations = [sso, organizationProviders];

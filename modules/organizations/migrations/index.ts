import { sites } from './001-sites.ts';
import { organizationGrants } from './002-organization-rows.ts';

export const migrations = [sites, organizationGrants];

import type { TablesOf } from '@patchbay/kernel/database';
import { Site } from './site.ts';
import { SiteGrant } from './site-grant.ts';
import { StoredRole } from './stored-role.ts';

export const entities = [Site, SiteGrant, StoredRole];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}

import { DATABASE } from '@patchbay/kernel/database';
import { contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { SITE_GUARDS } from '@patchbay/kernel/permissions';
import { OrganizationsConfig } from './config.ts';
import { organizationEvents } from './contract.ts';
import { ownCounts } from './contributions/counts.ts';
import { siteReferences } from './contributions/references.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { expireGrants } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import * as permissions from './permissions.ts';
import { providers } from './providers.ts';
import * as organizationRoutes from './routes/organizations.ts';
import * as roleRoutes from './routes/roles.ts';
import * as siteAccessRoutes from './routes/site-access.ts';
import * as siteRoutes from './routes/sites.ts';
import * as userRoutes from './routes/users.ts';
import { SiteVisibility } from './services/site-visibility.ts';

export default defineModule({
  id: 'organizations',
  title: 'Organizations',
  status: 'available',
  critical: true,
  prefixes: ['/organizations', '/sites', '/users', '/roles'],
  requires: ['identity'],
  config: OrganizationsConfig,
  entities,
  migrations,
  providers,
  permissions: Object.values(permissions),
  errors: Object.values(errors),
  routes: [organizationRoutes, siteAccessRoutes, siteRoutes, userRoutes, roleRoutes].flatMap((routes) =>
    Object.values(routes),
  ),
  events: organizationEvents,
  jobs: [expireGrants],
  contributes: [
    ...ownCounts,
    ...siteReferences,
    contributeWith(SITE_GUARDS, { database: DATABASE }, ({ database }) => new SiteVisibility({ database })),
  ],
});

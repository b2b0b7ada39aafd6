import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { defineModule } from '@patchbay/kernel/modules';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { LOGGER } from '@patchbay/kernel/telemetry';
import { viewCreated, viewDeleted, viewUpdated } from './contract.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { ownerListener } from './listeners.ts';
import { migrations } from './migrations/index.ts';
import * as permissions from './permissions.ts';
import * as routes from './routes.ts';
import { Views } from './services/views.ts';
import { ViewsOfDeletedUsers } from './services/views-of-deleted-users.ts';

export default defineModule({
  id: 'views',
  title: 'Saved views',
  status: 'available',
  prefixes: ['/views'],
  requires: ['identity', 'organizations'],
  entities,
  migrations,
  providers: [
    provide(Views, { database: DATABASE, permissions: PERMISSION_MAP }),
    provide(ViewsOfDeletedUsers, { database: DATABASE, logger: LOGGER }),
  ],
  permissions: Object.values(permissions),
  errors: Object.values(errors),
  routes: Object.values(routes),
  events: [viewCreated, viewUpdated, viewDeleted],
  listeners: [ownerListener],
});

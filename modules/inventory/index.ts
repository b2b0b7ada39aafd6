import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { SEALED_COLUMNS } from '@patchbay/kernel/secrets';
import { GUIDE_PAGES } from '@patchbay/module-system/contract';
import { controllerStatusChanged, deviceDiscovered, deviceStatusChanged, deviceUpdated } from './contract.ts';
import { inventoryCounts } from './contributions/counts.ts';
import { inventoryDashboard } from './contributions/dashboard.ts';
import { inventoryReferences } from './contributions/references.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { networkEvents } from './events.ts';
import { scheduleSyncs, syncController, trimHistory } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import { inventoryPermissions } from './permissions.ts';
import { inventoryProviders } from './providers.ts';
import { contactRoutes } from './routes/contact.ts';
import { controllerRoutes } from './routes/controllers.ts';
import { credentialRoutes } from './routes/credentials.ts';
import { deviceRoutes } from './routes/devices.ts';
import { importRoutes } from './routes/imports.ts';
import { listVendors } from './routes/vendors.ts';

export default defineModule({
  id: 'inventory',
  title: 'Inventory',
  status: 'available',
  prefixes: ['/credentials', '/controllers', '/devices'],
  requires: ['identity', 'organizations'],
  contributesTo: ['system'],
  entities,
  migrations,
  providers: inventoryProviders,
  permissions: inventoryPermissions,
  errors: Object.values(errors),
  routes: [
    ...credentialRoutes,
    ...controllerRoutes,
    ...contactRoutes,
    ...deviceRoutes,
    ...importRoutes,
    listVendors,
  ],
  events: [deviceStatusChanged, deviceDiscovered, deviceUpdated, controllerStatusChanged, ...networkEvents],
  jobs: [syncController, scheduleSyncs, trimHistory],
  contributes: [
    ...inventoryCounts,
    ...inventoryReferences,
    ...inventoryDashboard,
    ...contribute(SEALED_COLUMNS, { table: 'credentials', column: 'secret' }),
    ...contribute(GUIDE_PAGES, {
      id: 'importing-files',
      title: 'Importing CSV files',
      file: new URL('docs/importing-files.md', import.meta.url),
    }),
  ],
});

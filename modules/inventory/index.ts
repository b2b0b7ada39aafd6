import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { SEALED_COLUMNS } from '@patchbay/kernel/secrets';
import { controllerStatusChanged, deviceDiscovered, deviceStatusChanged, deviceUpdated } from './contract.ts';
import { inventoryCounts } from './counts.ts';
import { inventoryDashboard } from './dashboard.ts';
import { Controller } from './entities/controller.ts';
import { ControllerObject } from './entities/controller-object.ts';
import { ControllerSync } from './entities/controller-sync.ts';
import { Credential } from './entities/credential.ts';
import { CredentialHost } from './entities/credential-host.ts';
import { Device } from './entities/device.ts';
import { DeviceHistory } from './entities/device-history.ts';
import { inventoryErrors } from './errors.ts';
import { scheduleSyncs, syncController, trimHistory } from './jobs.ts';
import { inventory001 } from './migrations/001-inventory.ts';
import { inventory002 } from './migrations/002-readings.ts';
import { inventory003 } from './migrations/003-credential-hosts.ts';
import { inventory004 } from './migrations/004-device-notes.ts';
import { networkEvents } from './network-events.ts';
import { inventoryPermissions } from './permissions.ts';
import { inventoryProviders } from './providers.ts';
import { inventoryReferences } from './references.ts';
import { contactRoutes } from './routes/contact.ts';
import { controllerRoutes } from './routes/controllers.ts';
import { credentialRoutes } from './routes/credentials.ts';
import { deviceRoutes } from './routes/devices.ts';

export default defineModule({
  id: 'inventory',
  title: 'Inventory',
  status: 'available',
  prefixes: ['/credentials', '/controllers', '/devices'],
  requires: ['identity', 'organizations'],
  entities: [Credential, CredentialHost, Controller, Device, DeviceHistory, ControllerObject, ControllerSync],
  migrations: [inventory001, inventory002, inventory003, inventory004],
  providers: inventoryProviders,
  permissions: inventoryPermissions,
  errors: inventoryErrors,
  routes: [...credentialRoutes, ...controllerRoutes, ...contactRoutes, ...deviceRoutes],
  events: [deviceStatusChanged, deviceDiscovered, deviceUpdated, controllerStatusChanged, ...networkEvents],
  jobs: [syncController, scheduleSyncs, trimHistory],
  contributes: [
    ...inventoryCounts,
    ...inventoryReferences,
    ...inventoryDashboard,
    ...contribute(SEALED_COLUMNS, { table: 'credentials', column: 'secret' }),
  ],
});

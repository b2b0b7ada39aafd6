import { contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { WRITE_GUARDS } from '@patchbay/module-changes/contract';
import { SYNC_ENDINGS } from '@patchbay/module-inventory/contract';
import { adapterErrors, VENDORS } from '@patchbay/vendor-kit';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { gatewayEvents } from './events.ts';
import { gatewayWatchJob } from './jobs.ts';
import { controllerListener } from './listeners.ts';
import { migrations } from './migrations/index.ts';
import { gatewayPermissions } from './permissions.ts';
import { gatewayProviders } from './providers.ts';
import { applyingRoutes } from './routes/applying.ts';
import { liveRoutes } from './routes/live.ts';
import { orchestrationRoutes } from './routes/orchestration.ts';
import { stagingRoutes } from './routes/staging.ts';
import { BrainGuard } from './services/orchestration/brain-guard.ts';
import { gatewaySyncs } from './services/orchestration/publish-sync.ts';

export default defineModule({
  id: 'gateway',
  title: 'Gateway orchestration',
  status: 'available',
  prefixes: ['/gateway-*', '/gateway'],
  requires: ['inventory', 'changes'],
  entities,
  migrations,
  providers: gatewayProviders,
  permissions: gatewayPermissions,
  errors: [...Object.values(errors), ...Object.values(adapterErrors)],
  routes: [...applyingRoutes, ...stagingRoutes, ...liveRoutes, ...orchestrationRoutes],
  events: gatewayEvents,
  jobs: [gatewayWatchJob],
  listeners: [controllerListener],
  contributes: [
    contributeWith(WRITE_GUARDS, { vendors: VENDORS.all }, ({ vendors }) => new BrainGuard({ vendors })),
    contributeWith(SYNC_ENDINGS, { vendors: VENDORS.all }, ({ vendors }) => gatewaySyncs(vendors)),
  ],
});

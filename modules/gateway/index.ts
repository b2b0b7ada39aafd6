import { defineModule } from '@patchbay/kernel/modules';
import { gatewayErrors } from './errors.ts';
import { gatewayPermissions } from './permissions.ts';
import { gatewayProviders } from './providers.ts';
import { applyingRoutes } from './routes/applying.ts';
import { liveRoutes } from './routes/live.ts';
import { stagingRoutes } from './routes/staging.ts';

export default defineModule({
  id: 'gateway',
  title: 'Gateway orchestration',
  status: 'available',
  prefixes: ['/gateway-*'],
  requires: ['inventory', 'changes'],
  providers: gatewayProviders,
  permissions: gatewayPermissions,
  errors: gatewayErrors,
  routes: [...applyingRoutes, ...stagingRoutes, ...liveRoutes],
});

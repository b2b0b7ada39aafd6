import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { defineModule } from '@patchbay/kernel/modules';
import { SYSTEM_CONFIG, SystemConfig } from './config.ts';
import { WRITE_GATE } from './contract.ts';
import { moduleSwitched, writeGateChanged } from './events.ts';
import { migrations } from './migrations/index.ts';
import * as permissions from './permissions.ts';
import { healthRoutes } from './routes/health.ts';
import { metaRoutes } from './routes/meta.ts';
import * as moduleRoutes from './routes/modules.ts';
import * as writeGateRoutes from './routes/write-gate.ts';
import { PlatformWriteGate } from './services/platform-write-gate.ts';

export default defineModule({
  id: 'system',
  title: 'System',
  status: 'available',
  critical: true,
  prefixes: ['/', '/health', '/openapi.json', '/docs', '/redoc', '/system', '/modules'],
  config: SystemConfig,
  migrations,
  providers: [
    provide(PlatformWriteGate, [DATABASE, SYSTEM_CONFIG]),
    provide(WRITE_GATE, [PlatformWriteGate], (gate) => gate),
  ],
  permissions: Object.values(permissions),
  events: [writeGateChanged, moduleSwitched],
  routes: [...healthRoutes, ...metaRoutes, ...Object.values(moduleRoutes), ...Object.values(writeGateRoutes)],
});

import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { SYSTEM_CONFIG, SystemConfig } from './config.ts';
import { GUIDE_PAGES, WRITE_GATE } from './contract.ts';
import { moduleSwitched, writeGateChanged } from './events.ts';
import { migrations } from './migrations/index.ts';
import * as permissions from './permissions.ts';
import { guideRoutes } from './routes/guide.ts';
import { healthRoutes } from './routes/health.ts';
import { metaRoutes } from './routes/meta.ts';
import * as moduleRoutes from './routes/modules.ts';
import * as writeGateRoutes from './routes/write-gate.ts';
import { PlatformWriteGate } from './services/platform-write-gate.ts';

const KERNEL_DOCS = new URL('../../kernel/docs/', import.meta.url);

export default defineModule({
  id: 'system',
  title: 'System',
  status: 'available',
  critical: true,
  prefixes: ['/', '/health', '/openapi.json', '/docs', '/redoc', '/guide', '/system', '/modules'],
  config: SystemConfig,
  migrations,
  providers: [
    provide(PlatformWriteGate, { database: DATABASE, config: SYSTEM_CONFIG }),
    provide(WRITE_GATE, [PlatformWriteGate], (gate) => gate),
  ],
  permissions: Object.values(permissions),
  events: [writeGateChanged, moduleSwitched],
  contributes: contribute(
    GUIDE_PAGES,
    { id: 'concepts', title: 'Concepts', file: new URL('concepts.md', KERNEL_DOCS) },
    { id: 'glossary', title: 'Glossary', file: new URL('glossary.md', KERNEL_DOCS) },
  ),
  routes: [
    ...healthRoutes,
    ...metaRoutes,
    ...guideRoutes,
    ...Object.values(moduleRoutes),
    ...Object.values(writeGateRoutes),
  ],
});

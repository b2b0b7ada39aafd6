import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { DASHBOARD_PARTS, ORGANIZATION_COUNTS, rowCount } from '@patchbay/module-organizations/contract';
import { GUIDE_PAGES } from '@patchbay/module-system/contract';
import { FabricConfig } from './config.ts';
import { webhookChannel } from './contributions/channels.ts';
import { connectionsPart } from './contributions/dashboard.ts';
import { sealedColumns } from './contributions/sealed-columns.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { connectionPaused, connectionThrottled, ingestExternal } from './events/fabric.ts';
import { reservedEvents } from './events/reserved.ts';
import { backtest, resumeRuns, tidyBacktests, tidyRuns, watchRuns } from './jobs.ts';
import { connectionListener } from './listeners.ts';
import { migrations } from './migrations/index.ts';
import { logOperation } from './operations/log.ts';
import { notifyOperation } from './operations/notify.ts';
import { webhookOperation } from './operations/webhook.ts';
import { fabricProviders } from './providers/index.ts';
import { backtestRoutes } from './routes/backtests.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { connectionRoutes } from './routes/connections.ts';
import { eventDeadLetterRoutes } from './routes/event-dead-letters.ts';
import { runRoutes } from './routes/runs.ts';
import { whyNotRoutes } from './routes/why-not.ts';

export default defineModule({
  id: 'fabric',
  title: 'Fabric',
  status: 'available',
  prefixes: ['/fabric', '/events'],
  requires: ['identity', 'organizations', 'notifications'],
  contributesTo: ['system'],
  config: FabricConfig,
  entities,
  migrations,
  providers: fabricProviders,
  errors: Object.values(errors),
  routes: [
    ...catalogRoutes,
    ...connectionRoutes,
    ...runRoutes,
    ...whyNotRoutes,
    ...backtestRoutes,
    ...eventDeadLetterRoutes,
  ],
  events: [ingestExternal, connectionPaused, connectionThrottled],
  reserves: reservedEvents,
  operations: [logOperation, webhookOperation, notifyOperation],
  jobs: [watchRuns, resumeRuns, backtest, tidyBacktests, tidyRuns],
  listeners: [connectionListener],
  contributes: [
    webhookChannel,
    ...contribute(ORGANIZATION_COUNTS, rowCount('connections')),
    ...contribute(DASHBOARD_PARTS, connectionsPart),
    ...contribute(GUIDE_PAGES, {
      id: 'wiring-events',
      title: 'Wiring events',
      file: new URL('docs/wiring-events.md', import.meta.url),
    }),
    ...sealedColumns,
  ],
});

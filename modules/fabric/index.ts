import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { ORGANIZATION_COUNTS, rowCount } from '@patchbay/module-organizations/contract';
import { webhookChannel } from './channels.ts';
import { FabricConfig } from './config.ts';
import { connectionPaused, ingestExternal } from './contract.ts';
import { Connection } from './entities/connection.ts';
import { ConnectionCooldown } from './entities/connection-cooldown.ts';
import { ConnectionCounter } from './entities/connection-counter.ts';
import { ConnectionMiss } from './entities/connection-miss.ts';
import { ConnectionRevision } from './entities/connection-revision.ts';
import { ConnectionRun } from './entities/connection-run.ts';
import { fabricErrors } from './errors.ts';
import { resumeRuns, watchRuns } from './jobs.ts';
import { connectionListener } from './listeners.ts';
import { createConnections } from './migrations/001-connections.ts';
import { logOperation } from './operations/log.ts';
import { notifyOperation } from './operations/notify.ts';
import { webhookOperation } from './operations/webhook.ts';
import { fabricProviders } from './providers.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { connectionRoutes } from './routes/connections.ts';
import { runRoutes } from './routes/runs.ts';
import { sealedColumns } from './sealed-columns.ts';

export default defineModule({
  id: 'fabric',
  title: 'Fabric',
  status: 'available',
  prefixes: ['/fabric', '/events'],
  requires: ['identity', 'organizations', 'notifications'],
  config: FabricConfig,
  entities: [
    Connection,
    ConnectionRun,
    ConnectionCooldown,
    ConnectionCounter,
    ConnectionMiss,
    ConnectionRevision,
  ],
  migrations: [createConnections],
  providers: fabricProviders,
  errors: fabricErrors,
  routes: [...catalogRoutes, ...connectionRoutes, ...runRoutes],
  events: [ingestExternal, connectionPaused],
  operations: [logOperation, webhookOperation, notifyOperation],
  jobs: [watchRuns, resumeRuns],
  listeners: [connectionListener],
  contributes: [
    webhookChannel,
    ...contribute(ORGANIZATION_COUNTS, rowCount('connections')),
    ...sealedColumns,
  ],
});

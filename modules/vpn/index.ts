import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { defineModule } from '@patchbay/kernel/modules';
import { LOGGER } from '@patchbay/kernel/telemetry';
import { SYNCED_CONTROLLERS } from '@patchbay/module-gateway/contract';
import { entities } from './entities/index.ts';
import { tunnelDown, tunnelUp } from './events.ts';
import { forgetTunnels } from './jobs.ts';
import { syncListener } from './listeners.ts';
import { migrations } from './migrations/index.ts';
import { vpnRoutes } from './routes.ts';
import { TunnelWatch } from './services/tunnel-watch.ts';
import { Tunnels } from './services/tunnels.ts';

export default defineModule({
  id: 'vpn',
  title: 'VPN',
  status: 'available',
  prefixes: ['/vpn'],
  requires: ['gateway'],
  entities,
  migrations,
  providers: [
    provide(Tunnels, { synced: SYNCED_CONTROLLERS }),
    provide(TunnelWatch, { database: DATABASE, tunnels: Tunnels, logger: LOGGER }),
  ],
  routes: vpnRoutes,
  events: [tunnelUp, tunnelDown],
  jobs: [forgetTunnels],
  listeners: [syncListener],
});

import { provide } from '@patchbay/kernel/di';
import { defineModule } from '@patchbay/kernel/modules';
import { SYNCED_CONTROLLERS } from '@patchbay/module-gateway/contract';
import { vpnRoutes } from './routes.ts';
import { Tunnels } from './services/tunnels.ts';
import { TUNNELS } from './tokens.ts';

export default defineModule({
  id: 'vpn',
  title: 'VPN',
  status: 'available',
  prefixes: ['/vpn'],
  requires: ['gateway'],
  providers: [provide(TUNNELS, [SYNCED_CONTROLLERS], (synced) => new Tunnels(synced))],
  routes: vpnRoutes,
});

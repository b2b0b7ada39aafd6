import { defineModule } from '@patchbay/kernel/modules';
import { searchAlerts } from './operations.ts';
import { firewallPermissions } from './permissions.ts';
import { firewallProviders } from './providers.ts';
import { firewallRoutes } from './routes.ts';

export default defineModule({
  id: 'firewall',
  title: 'Firewall',
  status: 'available',
  prefixes: ['/firewall'],
  requires: ['inventory', 'gateway'],
  providers: firewallProviders,
  permissions: firewallPermissions,
  routes: firewallRoutes,
  operations: [searchAlerts],
});

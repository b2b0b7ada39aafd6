import { provide } from '@patchbay/kernel/di';
import { LIVE_CONTROLLERS, SYNCED_CONTROLLERS } from '@patchbay/module-gateway/contract';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { FirewallAlerts } from './services/firewall-alerts.ts';
import { FirewallRules } from './services/firewall-rules.ts';
import { Hygiene } from './services/hygiene.ts';

export const firewallProviders = [
  provide(FirewallRules, { synced: SYNCED_CONTROLLERS }),
  provide(Hygiene, { synced: SYNCED_CONTROLLERS, controllers: CONTROLLERS }),
  provide(FirewallAlerts, { live: LIVE_CONTROLLERS }),
];

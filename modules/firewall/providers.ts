import { provide } from '@patchbay/kernel/di';
import { LIVE_CONTROLLERS, SYNCED_CONTROLLERS } from '@patchbay/module-gateway/contract';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { FirewallAlerts } from './services/firewall-alerts.ts';
import { FirewallRules } from './services/firewall-rules.ts';
import { Hygiene } from './services/hygiene.ts';
import { FIREWALL_ALERTS, FIREWALL_RULES, HYGIENE } from './tokens.ts';

export const firewallProviders = [
  provide(FIREWALL_RULES, [SYNCED_CONTROLLERS], (synced) => new FirewallRules(synced)),
  provide(
    HYGIENE,
    [SYNCED_CONTROLLERS, CONTROLLERS],
    (synced, controllers) => new Hygiene(synced, controllers),
  ),
  provide(FIREWALL_ALERTS, [LIVE_CONTROLLERS], (live) => new FirewallAlerts(live)),
];

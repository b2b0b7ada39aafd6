import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { FirewallAlerts } from './services/firewall-alerts.ts';
import type { FirewallRules } from './services/firewall-rules.ts';
import type { Hygiene } from './services/hygiene.ts';

export const FIREWALL_RULES: Token<Public<FirewallRules>> = token('firewall.rules');
export const HYGIENE: Token<Public<Hygiene>> = token('firewall.hygiene');
export const FIREWALL_ALERTS: Token<Public<FirewallAlerts>> = token('firewall.alerts');

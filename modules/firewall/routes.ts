import { route } from '@patchbay/kernel/http';
import { tooWide } from '@patchbay/module-gateway/contract';
import { adapterErrors } from '@patchbay/vendor-kit';
import {
  AlertQuery,
  AlertsReply,
  HygieneQuery,
  HygieneReply,
  NatQuery,
  NatReply,
  RuleQuery,
  RulesReply,
} from './schemas.ts';
import { FirewallAlerts } from './services/firewall-alerts.ts';
import { FirewallRules } from './services/firewall-rules.ts';
import { Hygiene } from './services/hygiene.ts';

const synced = {
  method: 'GET',
  access: { permission: 'firewall.view_rules' },
  errors: [tooWide],
  deps: { rules: FirewallRules },
} as const;

export const firewallRoutes = [
  route({
    ...synced,
    id: 'firewall.rules',
    path: '/firewall/rules',
    summary: 'Filter rules of all firewalls, as the last syncs brought them',
    description: 'Rules of one `chain` are tried in the order of `position`. Null is any.',
    query: RuleQuery,
    reply: RulesReply,
    handle: ({ principal, query, deps }) => deps.rules.rules(principal, query),
  }),
  route({
    ...synced,
    id: 'firewall.nat',
    path: '/firewall/nat',
    summary: 'Address translations of all firewalls, as the last syncs brought them',
    query: NatQuery,
    reply: NatReply,
    handle: ({ principal, query, deps }) => deps.rules.nat(principal, query),
  }),
  route({
    id: 'firewall.hygiene',
    method: 'GET',
    path: '/firewall/hygiene',
    summary: 'List firewall rules without effect, without traffic, or with too wide a match',
    access: synced.access,
    description:
      'Shadowed and duplicate rules name the rule before them that decides every packet they could match; uncertain ' +
      'findings are left out. Counters are not kept, so `unused` needs `live=true`.',
    query: HygieneQuery,
    reply: HygieneReply,
    errors: [tooWide, ...Object.values(adapterErrors)],
    deps: { hygiene: Hygiene },
    handle: ({ principal, query, deps }) => deps.hygiene.report(principal, query),
  }),
  route({
    id: 'firewall.alerts',
    method: 'GET',
    path: '/firewall/alerts',
    summary: 'List alerts reported by firewalls, newest first, read from them now',
    description: 'At most 20 controllers are asked; one that does not answer is named in `unreadable`.',
    access: { permission: 'firewall.view_logs' },
    query: AlertQuery,
    reply: AlertsReply,
    errors: [tooWide],
    deps: { alerts: FirewallAlerts },
    handle: ({ principal, query, deps }) => deps.alerts.list(principal, query),
  }),
];

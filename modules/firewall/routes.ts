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

const rules = { permission: 'firewall.view_rules' } as const;
const logs = { permission: 'firewall.view_logs' } as const;

export const firewallRoutes = [
  route({
    id: 'firewall.rules',
    method: 'GET',
    path: '/firewall/rules',
    summary: 'Filter rules of all firewalls, as the last syncs brought them',
    description: 'Rules of one `chain` are tried in the order of `position`. Null is any.',
    access: rules,
    query: RuleQuery,
    reply: RulesReply,
    errors: [tooWide],
    deps: { rules: FirewallRules },
    handle: ({ principal, query, deps }) => deps.rules.rules(principal, query),
  }),
  route({
    id: 'firewall.nat',
    method: 'GET',
    path: '/firewall/nat',
    summary: 'Address translations of all firewalls, as the last syncs brought them',
    access: rules,
    query: NatQuery,
    reply: NatReply,
    errors: [tooWide],
    deps: { rules: FirewallRules },
    handle: ({ principal, query, deps }) => deps.rules.nat(principal, query),
  }),
  route({
    id: 'firewall.hygiene',
    method: 'GET',
    path: '/firewall/hygiene',
    summary: 'List firewall rules without effect, without traffic, or with too wide a match',
    description:
      'Shadowed and duplicate rules name the rule before them that decides every packet they could match; uncertain ' +
      'findings are left out. Counters are not kept, so `unused` needs `live=true`.',
    access: rules,
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
    access: logs,
    query: AlertQuery,
    reply: AlertsReply,
    errors: [tooWide],
    deps: { alerts: FirewallAlerts },
    handle: ({ principal, query, deps }) => deps.alerts.list(principal, query),
  }),
];

import { readOperation, refersTo } from '@patchbay/kernel/fabric';
import Type from 'typebox';
import { FirewallAlerts } from './services/firewall-alerts.ts';

const PER_PAGE = 50;

/** SPEC 4.5: the native operation of firewalls. */
export const searchAlerts = readOperation({
  id: 'firewall.search_alerts',
  title: 'Search firewall alerts',
  description: 'Alerts reported by firewalls, newest first, 50 at most.',
  input: Type.Object(
    {
      search: Type.Optional(Type.String({ maxLength: 200 })),
      site_id: Type.Optional(refersTo('site')),
      controller_id: Type.Optional(refersTo('controller')),
      severity: Type.Optional(Type.Enum(['low', 'medium', 'high', 'unknown'])),
    },
    { additionalProperties: false },
  ),
  permission: 'firewall.view_logs',
  deps: { alerts: FirewallAlerts },
  run: async ({ params, principal, deps }) => {
    const { items, total, unreadable } = await deps.alerts.search(principal, {
      ...params,
      page: 1,
      per_page: PER_PAGE,
    });
    return { output: { items, total, unreadable } };
  },
});

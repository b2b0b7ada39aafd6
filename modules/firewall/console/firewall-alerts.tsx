import {
  ControllerLink,
  Notice,
  ResourceList,
  Stack,
  Time,
  useRead,
  useSearchTexts,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { SeverityBadge } from './rule-parts.tsx';
import { texts } from './texts.ts';
import { useScopeFilters } from './use-scope-filters.ts';

const PREFIX = 'alerts_';

/** Alerts of firewalls, read from them now. */
export function FirewallAlerts() {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Stack>
      <Unreadable />
      <ResourceList
        path="/firewall/alerts"
        label={t.alerts}
        columns={[
          {
            id: 'time',
            title: w.time,
            cell: ({ occurred_at }) => <Time at={occurred_at} />,
            text: ({ occurred_at }) => occurred_at,
          },
          {
            id: 'severity',
            title: t.severity,
            cell: ({ severity }) => <SeverityBadge severity={severity} />,
            text: ({ severity }) => severity,
          },
          {
            id: 'category',
            title: t.category,
            cell: ({ category }) => category,
            text: ({ category }) => category,
          },
          { id: 'message', title: t.message, cell: ({ message }) => message, text: ({ message }) => message },
          { id: 'action', title: t.action, cell: ({ action }) => action, text: ({ action }) => action },
          {
            id: 'source',
            title: t.source,
            cell: ({ source }) => <span className="mono">{source}</span>,
            text: ({ source }) => source,
          },
          {
            id: 'destination',
            title: t.destination,
            cell: ({ destination }) => <span className="mono">{destination}</span>,
            text: ({ destination }) => destination,
          },
          {
            id: 'controller',
            title: w.controller,
            cell: ({ controller_id }) => <ControllerLink controller_id={controller_id} />,
            text: ({ controller_name }) => controller_name,
          },
        ]}
        filters={[
          ...useScopeFilters(),
          {
            kind: 'choice',
            key: 'severity',
            label: t.severity,
            choices: (['high', 'medium', 'low', 'unknown'] as const).map((value) => ({
              value,
              label: t[value],
            })),
          },
        ]}
        prefix={PREFIX}
        idOf={({ controller_id, id }) => `${controller_id} ${id}`}
        exportName="firewall-alerts"
        empty={{ title: t.alerts_empty, hint: t.alerts_empty_hint }}
      />
    </Stack>
  );
}

/** Firewalls that did not answer. */
function Unreadable() {
  const t = useTexts(texts);
  const controller_id = useSearchTexts()[`${PREFIX}controller_id`];
  const { data } = useRead('/firewall/alerts', {
    query: { per_page: 1, ...(controller_id === undefined ? {} : { controller_id }) },
  });
  const list = data?.unreadable ?? [];
  if (list.length === 0) return null;
  return (
    <Notice kind="warning" title={t.unreadable}>
      <ul>
        {list.map(({ controller_id: id, name, reason }) => (
          <li key={id}>
            {name}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

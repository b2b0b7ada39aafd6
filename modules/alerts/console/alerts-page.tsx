import {
  LinkButton,
  Page,
  ResourceList,
  SiteLink,
  Time,
  useSiteNames,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { AlertStatus, SeverityBadge } from './alert-badges.tsx';
import { texts } from './texts.ts';
import { useAlertActions } from './use-alert-actions.ts';

export default function AlertsPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const siteName = useSiteNames();
  return (
    <Page title={t.alerts} summary={t.summary}>
      <ResourceList
        path="/alerts"
        label={t.alerts}
        columns={[
          {
            id: 'title',
            title: t.title,
            sort: 'title',
            cell: ({ title }) => title,
            text: ({ title }) => title,
          },
          {
            id: 'severity',
            title: t.severity,
            sort: 'severity',
            cell: ({ severity }) => <SeverityBadge severity={severity} />,
            text: ({ severity }) => severity,
          },
          {
            id: 'status',
            title: w.status,
            sort: 'status',
            cell: ({ status }) => <AlertStatus status={status} />,
            text: ({ status }) => status,
          },
          { id: 'message', title: t.message, cell: ({ message }) => message, text: ({ message }) => message },
          {
            id: 'site',
            title: w.site,
            cell: ({ site_id }) => <SiteLink site_id={site_id} />,
            text: ({ site_id }) => siteName(site_id) ?? site_id,
          },
          {
            id: 'created',
            title: w.created,
            sort: 'created_at',
            cell: ({ created_at }) => <Time at={created_at} />,
            text: ({ created_at }) => created_at,
          },
        ]}
        filters={[
          {
            kind: 'choice',
            key: 'status',
            label: w.status,
            choices: (['open', 'acknowledged', 'resolved'] as const).map((value) => ({
              value,
              label: t[value],
            })),
          },
          {
            kind: 'choice',
            key: 'severity',
            label: t.severity,
            choices: (['critical', 'warning', 'info'] as const).map((value) => ({ value, label: t[value] })),
          },
          { kind: 'site', key: 'site_id', label: w.site },
        ]}
        sort="-created_at"
        rowHref={({ id }) => `/alerts/${id}`}
        nameOf={({ title }) => title}
        bulk={useAlertActions()}
        live={['alert.**']}
        exportName="alerts"
        viewsOf="alerts"
        empty={{
          title: t.empty,
          hint: t.empty_hint,
          action: <LinkButton to="/rules">{t.rules}</LinkButton>,
        }}
      />
    </Page>
  );
}

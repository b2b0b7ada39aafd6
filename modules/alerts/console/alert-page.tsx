import {
  ActionButton,
  Facts,
  Page,
  PageLink,
  Panel,
  SiteLink,
  Time,
  UserLink,
  usePathParameter,
  useRead,
  useSession,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { type Alert, AlertStatus, SeverityBadge } from './alert-badges.tsx';
import { texts } from './texts.ts';

export default function AlertPage() {
  const alert_id = usePathParameter('alert_id');
  const read = useRead('/alerts/{alert_id}', { path: { alert_id } }, { live: ['alert.**'] });
  return <WaitingFor read={read}>{(alert) => <AlertDetails alert={alert} />}</WaitingFor>;
}

function AlertDetails({ alert }: { readonly alert: Alert }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Page
      title={alert.title}
      marks={
        <>
          <SeverityBadge severity={alert.severity} />
          <AlertStatus status={alert.status} />
        </>
      }
      actions={<AlertActions alert={alert} />}
    >
      <Panel>
        <p style={{ whiteSpace: 'pre-wrap' }}>{alert.message}</p>
        <Facts
          facts={[
            [w.site, alert.site_id === null ? null : <SiteLink site_id={alert.site_id} />],
            [w.device, alert.device_id === null ? null : <DeviceName device_id={alert.device_id} />],
            [
              t.rule,
              alert.rule_id === null ? null : (
                <PageLink to={`/rules/${alert.rule_id}`}>{alert.rule_id}</PageLink>
              ),
            ],
            [t.event, alert.event_id === null ? null : <code>{alert.event_id}</code>],
            [w.created, <Time key="created" at={alert.created_at} form="full" />],
            alert.acknowledged_at === null
              ? null
              : [
                  t.acknowledged_by,
                  <span key="acknowledged">
                    <UserLink user_id={alert.acknowledged_by} />,{' '}
                    <Time at={alert.acknowledged_at} form="full" />
                  </span>,
                ],
            alert.resolved_at === null
              ? null
              : [
                  t.resolved_by,
                  <span key="resolved">
                    <UserLink user_id={alert.resolved_by} />, <Time at={alert.resolved_at} form="full" />
                  </span>,
                ],
          ]}
        />
      </Panel>
    </Page>
  );
}

function DeviceName({ device_id }: { readonly device_id: string }) {
  const { mayCall } = useSession();
  const { data } = useRead(
    '/devices/{device_id}',
    { path: { device_id } },
    { enabled: mayCall('GET', '/devices/{device_id}') },
  );
  return <PageLink to={`/devices/${device_id}`}>{data?.name ?? device_id}</PageLink>;
}

function AlertActions({ alert }: { readonly alert: Alert }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const path = { alert_id: alert.id };
  const acknowledge = useWrite('POST', '/alerts/{alert_id}/acknowledge', { done: t.acknowledged_one });
  const resolve = useWrite('POST', '/alerts/{alert_id}/resolve', { done: t.resolved_one });
  return (
    <>
      {alert.status === 'open' && mayCall('POST', '/alerts/{alert_id}/acknowledge') ? (
        <ActionButton run={() => acknowledge.run({ path })}>{t.acknowledge}</ActionButton>
      ) : null}
      {alert.status !== 'resolved' && mayCall('POST', '/alerts/{alert_id}/resolve') ? (
        <ActionButton variant="primary" run={() => resolve.run({ path })}>
          {t.resolve}
        </ActionButton>
      ) : null}
    </>
  );
}

import {
  Badge,
  DataTable,
  durationText,
  Facts,
  Grid,
  Notice,
  Panel,
  type ReplyOf,
  useRead,
  useTexts,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { seriesOf } from './samples.ts';
import { texts } from './texts.ts';
import { TimePlot } from './time-plot.tsx';
import type { PlatformSamples } from './use-samples.ts';

type Health = ReplyOf<'GET', '/health/detail'>;

/** Checks of the platform and how long they take. */
export function HealthTab({ samples: { latencies } }: { readonly samples: PlatformSamples }) {
  const read = useRead('/health/detail', {});
  const t = useTexts(texts);
  return (
    <WaitingFor read={read}>
      {(health) => (
        <div className="stack">
          {health.status === 'healthy' ? null : <Degraded health={health} />}
          <Grid size="half">
            <About health={health} />
            <Checks checks={health.checks} />
          </Grid>
          <TimePlot
            title={t.latencies}
            times={latencies.map(({ time }) => time)}
            series={seriesOf(latencies)}
          />
        </div>
      )}
    </WaitingFor>
  );
}

function Degraded({ health }: { readonly health: Health }) {
  const t = useTexts(texts);
  return (
    <Notice kind="bad" title={t.degraded_title}>
      <ul>
        {health.degraded.map(({ name, reason }) => (
          <li key={name}>
            <code>{name}</code> {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function About({ health }: { readonly health: Health }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Panel title={t.platform}>
      <Facts
        facts={[
          [
            w.status,
            <Badge key="status" kind={health.status === 'healthy' ? 'good' : 'bad'}>
              {t[health.status]}
            </Badge>,
          ],
          [t.version, health.versions.api],
          [t.node, health.versions.node],
          [t.environment, health.environment],
          [t.uptime, t.uptime_text(health.uptime_seconds)],
        ]}
      />
    </Panel>
  );
}

function Checks({ checks }: { readonly checks: Health['checks'] }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Panel title={t.checks}>
      <DataTable
        label={`${t.checks}: ${w.details}`}
        rows={Object.entries(checks).map(([name, check]) => ({ name, ...check }))}
        idOf={({ name }) => name}
        columns={[
          { id: 'name', title: w.name, cell: ({ name }) => name },
          {
            id: 'ok',
            title: w.status,
            cell: ({ ok, detail }) => (
              <>
                <Badge kind={ok ? 'good' : 'bad'}>{ok ? t.works : t.fails}</Badge> {detail}
              </>
            ),
          },
          {
            id: 'latency',
            title: t.latency,
            align: 'end',
            cell: ({ latency_ms }) => (latency_ms === undefined ? '–' : durationText(latency_ms)),
          },
        ]}
      />
    </Panel>
  );
}

import {
  DataTable,
  durationText,
  Figure,
  Grid,
  Notice,
  Panel,
  Switch,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { ratesOf, seriesOf } from '../samples.ts';
import { texts } from '../texts.ts';
import { TimePlot } from '../time-plot.tsx';
import type { PlatformSamples } from '../use-samples.ts';
import { useMetrics } from './use-metrics.ts';

/** Figures over the time that the page is open; those of the process where the platform serves them. */
export function MetricsTab({ samples: { latencies, sockets } }: { readonly samples: PlatformSamples }) {
  const t = useTexts(texts);
  const [isOn, setOn] = useState(false);
  return (
    <div className="stack">
      <Grid size="half">
        <TimePlot
          title={t.sockets}
          times={sockets.map(({ time }) => time)}
          series={seriesOf(sockets, ['connections'])}
        />
        <TimePlot
          title={t.latencies}
          times={latencies.map(({ time }) => time)}
          series={seriesOf(latencies)}
        />
      </Grid>
      <Panel title={t.process}>
        <p className="muted">{t.process_hint}</p>
        <Switch isSelected={isOn} onChange={setOn}>
          {t.read_metrics}
        </Switch>
      </Panel>
      {isOn ? <ProcessMetrics /> : null}
    </div>
  );
}

function ProcessMetrics() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { samples, jobs, refused } = useMetrics(true);
  if (refused !== null)
    return (
      <Notice kind="warning" title={t.no_metrics}>
        {refused === 404 ? t.metrics_off : t.metrics_token}
      </Notice>
    );
  const times = samples.map(({ time }) => time);
  const rate = (label: string, name: string) => ({ label, values: ratesOf(samples, name) });
  return (
    <>
      <Grid size="half">
        <TimePlot
          title={t.requests}
          times={times}
          series={[rate(t.all_requests, 'requests'), rate(t.faults, 'faults')]}
        />
        <TimePlot title={t.request_time} times={times} series={[rate(t.busy_seconds, 'request_seconds')]} />
        <TimePlot title={t.jobs_rate} times={times} series={[rate(t.jobs_rate, 'jobs')]} />
        <TimePlot title={t.cpu} times={times} series={[rate(t.cpu, 'cpu_seconds')]} />
        <TimePlot
          title={t.memory}
          times={times}
          series={seriesOf(samples, ['memory_megabytes']).map((series) => ({ ...series, label: t.memory }))}
        />
      </Grid>
      <Panel title={t.jobs}>
        <DataTable
          label={`${t.jobs}: ${w.details}`}
          rows={jobs}
          idOf={({ job }) => job}
          columns={[
            { id: 'job', title: t.job, cell: ({ job }) => <code>{job}</code> },
            { id: 'runs', title: t.runs, align: 'end', cell: ({ runs }) => <Figure value={runs} /> },
            {
              id: 'mean',
              title: t.mean,
              align: 'end',
              cell: ({ mean_seconds }) => durationText(mean_seconds * 1_000),
            },
          ]}
        />
      </Panel>
    </>
  );
}

import { Loading, Panel, useTexts } from '@patchbay/console-kit';
import { lazy, Suspense } from 'react';
import type { Series } from './samples.ts';
import { texts } from './texts.ts';

const Plot = lazy(() =>
  import('@patchbay/console-kit/plot').then(({ Plot: component }) => ({ default: component })),
);

export interface TimePlotProps {
  readonly title: string;
  /** Unix seconds. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
}

/** Two moments are needed for a line. */
const FEWEST = 2;

/** A plot of what was read while the page is open; the latest figures stand below in words. */
export function TimePlot({ title, times, series }: TimePlotProps) {
  const t = useTexts(texts);
  return (
    <Panel title={title}>
      {times.length < FEWEST || series.length === 0 ? (
        <p className="muted">{t.gathering}</p>
      ) : (
        <Suspense fallback={<Loading />}>
          <Plot label={title} times={times} series={series} />
        </Suspense>
      )}
      <p className="muted">{series.map(latest).join(' · ')}</p>
    </Panel>
  );
}

const latest = ({ label, values }: Series): string => {
  const value = values.at(-1);
  return `${label}: ${value === null || value === undefined ? '–' : Math.round(value * 1_000) / 1_000}`;
};

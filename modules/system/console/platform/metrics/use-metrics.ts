import { useEffect, useState } from 'react';
import { type Sample, withSample } from '../samples.ts';
import { figuresOf, type JobFigures, jobsIn, measuredIn } from './prometheus.ts';

const EVERY_MS = 5_000;

export interface Metrics {
  readonly samples: readonly Sample[];
  readonly jobs: readonly JobFigures[];
  /** Status of a refusal: 404 where metrics are off, 401 where they ask for the scraper's token. */
  readonly refused: number | null;
}

const NOTHING: Metrics = { samples: [], jobs: [], refused: null };

/** Reads the metrics of the process again and again; they stand beside the API and know no sessions. */
export function useMetrics(isOn: boolean): Metrics {
  const [metrics, setMetrics] = useState(NOTHING);
  const isRefused = metrics.refused !== null;
  useEffect(() => {
    if (!isOn || isRefused) return;
    const read = async () => {
      const response = await fetch('/metrics').catch(() => null);
      if (response === null) return;
      if (!response.ok) {
        setMetrics({ ...NOTHING, refused: response.status });
        return;
      }
      const measured = measuredIn(await response.text());
      const sample = { time: Date.now() / 1_000, values: figuresOf(measured) };
      setMetrics(({ samples }) => ({
        samples: withSample(samples, sample),
        jobs: jobsIn(measured),
        refused: null,
      }));
    };
    void read();
    const timer = window.setInterval(() => void read(), EVERY_MS);
    return () => window.clearInterval(timer);
  }, [isOn, isRefused]);
  return metrics;
}

import { useRead, useSession } from '@patchbay/console-kit';
import { useEffect, useState } from 'react';
import { type Sample, withSample } from './samples.ts';

const EVERY_MS = 5_000;

export interface PlatformSamples {
  /** Milliseconds that each check took. */
  readonly latencies: readonly Sample[];
  /** Open WebSockets, as `connections`. */
  readonly sockets: readonly Sample[];
}

/** Reads health and sockets as long as the page is open and keeps what was read. */
export function useSamples(): PlatformSamples {
  const { mayCall } = useSession();
  const health = useRead(
    '/health/detail',
    {},
    { enabled: mayCall('GET', '/health/detail'), everyMs: EVERY_MS },
  );
  const sockets = useRead('/ws/stats', {}, { enabled: mayCall('GET', '/ws/stats'), everyMs: EVERY_MS });
  return {
    latencies: useKept(health.dataUpdatedAt, latenciesOf(health.data?.checks ?? {})),
    sockets: useKept(
      sockets.dataUpdatedAt,
      sockets.data === undefined ? {} : { connections: sockets.data.connections },
    ),
  };
}

type Checks = Readonly<Record<string, { readonly latency_ms?: number }>>;

const latenciesOf = (checks: Checks): Sample['values'] =>
  Object.fromEntries(
    Object.entries(checks).flatMap(([name, { latency_ms }]): [string, number][] =>
      latency_ms === undefined ? [] : [[name, latency_ms]],
    ),
  );

/** Keeps the values of each read; `readAtMs` is 0 before the first. */
function useKept(readAtMs: number, values: Sample['values']): readonly Sample[] {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const text = JSON.stringify(values);
  useEffect(() => {
    if (readAtMs === 0) return;
    setSamples((former) => withSample(former, { time: readAtMs / 1_000, values: JSON.parse(text) }));
  }, [readAtMs, text]);
  return samples;
}

import { useEffect, useRef } from 'react';
import type { InboxQueueProps, InboxReport } from './inbox-row.ts';

/** Tells the inbox what a queue has, whenever that changes; actions themselves may be new with every drawing. */
export function useInboxReport({ report }: InboxQueueProps, now: InboxReport): void {
  const latest = useRef(now);
  latest.current = now;
  const { rows, isLoading, error, more } = now;
  const key = JSON.stringify([
    rows.map(({ actions, ...row }) => [row, actions.map(({ run: _, ...action }) => action)]),
    isLoading,
    error instanceof Error ? error.message : error,
    more,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for everything that is told
  useEffect(() => report(latest.current), [key, report]);
}

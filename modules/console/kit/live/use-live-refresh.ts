import { useEffect, useRef } from 'react';
import { refresh } from '../data/query-client.ts';
import { useEvents } from './use-events.ts';

/** Events of one burst cause one read. */
const GATHER_MS = 400;

/** Reads what is shown of a path anew when one of these events comes. */
export function useLiveRefresh(patterns: readonly string[], ...paths: readonly string[]): void {
  const timer = useRef<number>(undefined);
  const key = paths.join(' ');
  const soon = () => {
    if (timer.current !== undefined) return;
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      refresh(...key.split(' '));
    }, GATHER_MS);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEvents(patterns, { onEvent: soon, onLost: soon });
}

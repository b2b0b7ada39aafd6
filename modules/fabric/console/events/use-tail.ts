import { call, useEvents, useSettled } from '@patchbay/console-kit';
import { isEventPattern } from '@patchbay/console-kit/steps-model';
import { useCallback, useEffect, useRef, useState } from 'react';
import { PendingEvents, withNewer } from './event-buffer.ts';
import { subscribedTypes } from './subscribed-types.ts';

export interface TailEvent {
  readonly id: string;
  readonly cursor: number;
  readonly event_type: string;
  readonly occurred_at: string;
  readonly priority: string;
  readonly payload: unknown;
}

export interface Tail {
  readonly events: readonly TailEvent[];
  readonly isPaused: boolean;
  /** Came while it is paused. */
  readonly waiting: number;
  /** More were missed than could be read again. */
  readonly isLossy: boolean;
  pause(): void;
  goOn(): void;
  clear(): void;
}

export const MOST_KEPT = 300;
/** Events of this time are drawn at once, however many they are. */
const DRAWN_EVERY_MS = 250;
const TYPING_MS = 400;
const FIRST = 50;
const CAUGHT_UP = 100;

const NONE: readonly TailEvent[] = [];

/** The stream as a list of bounded length. After a hole it reads what it missed from the log, by the cursor. */
export function useTail(events: readonly { readonly event_type: string }[], typed: string): Tail {
  const pattern = useSettled(typed, TYPING_MS);
  const [kept, setKept] = useState(NONE);
  const [waiting, setWaiting] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isLossy, setLossy] = useState(false);
  const pending = useRef(new PendingEvents<TailEvent>(MOST_KEPT));
  const cursor = useRef(0);

  const take = useCallback((fresh: readonly TailEvent[]) => {
    for (const event of fresh) cursor.current = Math.max(cursor.current, event.cursor);
    setKept((former) => withNewer(former, fresh, MOST_KEPT));
  }, []);
  const catchUp = useCallback(async () => {
    if (cursor.current === 0) return;
    const { items, total } = await readEvents(pattern, { cursor: cursor.current, per_page: CAUGHT_UP });
    setLossy(total > items.length);
    for (const event of items) pending.current.add(event);
  }, [pattern]);

  useEffect(() => {
    let isCurrent = true;
    setKept(NONE);
    setLossy(false);
    pending.current.take();
    readEvents(pattern, { per_page: FIRST }).then(
      ({ items }) => {
        if (isCurrent) take(items);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [pattern, take]);
  useEvents(subscribedTypes(events, pattern), {
    onEvent: (event) => pending.current.add(event),
    onLost: () => void catchUp().catch(() => setLossy(true)),
  });
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (isPaused) setWaiting(pending.current.count);
      else if (pending.current.count > 0) take(pending.current.take());
    }, DRAWN_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [isPaused, take]);
  return {
    events: kept,
    isPaused,
    waiting,
    isLossy,
    pause: () => setPaused(true),
    goOn: () => {
      setPaused(false);
      setWaiting(0);
    },
    clear: () => setKept(NONE),
  };
}

async function readEvents(pattern: string, query: { readonly cursor?: number; readonly per_page: number }) {
  const type = isEventPattern(pattern) ? { event_type: pattern } : {};
  const { data } = await call('GET', '/events', { query: { ...type, ...query } });
  return data;
}

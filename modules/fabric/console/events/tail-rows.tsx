import { fullTime, useChangeSearch, useLanguage, useTexts } from '@patchbay/console-kit';
import { memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { payloadText } from './event-buffer.ts';
import styles from './events.module.css';
import { windowOf } from './row-window.ts';
import { texts } from './texts.ts';
import type { TailEvent } from './use-tail.ts';

export interface TailRowsProps {
  readonly events: readonly TailEvent[];
}

const ROW_HEIGHT = 36;
/** On narrow screens the parts of a row stand below each other. */
const HIGH_ROW_HEIGHT = 72;
const NARROW = '(max-width: 45rem)';

/** The newest on top. Only what can be seen is on the page; what is read stays where it is while newer ones come. */
export function TailRows({ events }: TailRowsProps) {
  const t = useTexts(texts);
  const change = useChangeSearch();
  const open = useCallback((event: string) => change({ event }), [change]);
  const frame = useRef<HTMLDivElement>(null);
  const newest = useRef(events[0]?.cursor ?? 0);
  const [scrollTop, setScrollTop] = useState(0);
  const [height, setHeight] = useState(0);
  const rowHeight = window.matchMedia(NARROW).matches ? HIGH_ROW_HEIGHT : ROW_HEIGHT;
  useLayoutEffect(() => setHeight(frame.current?.clientHeight ?? 0), []);
  useLayoutEffect(() => {
    const added = events.findIndex(({ cursor }) => cursor <= newest.current);
    newest.current = events[0]?.cursor ?? 0;
    if (frame.current !== null && frame.current.scrollTop > 0 && added > 0)
      frame.current.scrollTop += added * rowHeight;
  }, [events, rowHeight]);
  const { first, end } = windowOf(scrollTop, height, rowHeight, events.length);
  return (
    <div
      ref={frame}
      className={styles['tail']}
      role="log"
      aria-live="off"
      aria-label={t.tail}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
    >
      <div style={{ height: first * rowHeight }} />
      {events.slice(first, end).map((event) => (
        <TailRow key={event.id} event={event} height={rowHeight} open={open} />
      ))}
      <div style={{ height: (events.length - end) * rowHeight }} />
    </div>
  );
}

interface TailRowProps {
  readonly event: TailEvent;
  readonly height: number;
  open(id: string): void;
}

/** A row is drawn once: what is in it never changes. */
const TailRow = memo(function TailRow({ event, height, open }: TailRowProps) {
  const language = useLanguage();
  return (
    <div className={styles['row']} data-priority={event.priority} style={{ height }}>
      <time dateTime={event.occurred_at} className="muted">
        {fullTime(event.occurred_at, language)}
      </time>
      <button type="button" className={styles['open']} onClick={() => open(event.id)}>
        {event.event_type}
      </button>
      <code>{payloadText(event.payload)}</code>
    </div>
  );
});

import { useEffect, useRef } from 'react';
import { eventStream } from './event-stream.ts';
import type { LiveEvent } from './stream.ts';

export interface EventReader {
  onEvent(event: LiveEvent): void;
  /** Events were missed; read anew. */
  onLost?(): void;
}

/** Hears the events of these patterns while the component is shown. */
export function useEvents(patterns: readonly string[], reader: EventReader): void {
  const latest = useRef(reader);
  useEffect(() => {
    latest.current = reader;
  });
  const key = patterns.join(' ');
  useEffect(() => {
    if (key === '') return;
    return eventStream.read(key.split(' '), {
      event: (event) => latest.current.onEvent(event),
      lost: () => latest.current.onLost?.(),
    });
  }, [key]);
}

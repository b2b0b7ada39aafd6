import {
  Button,
  ResourceList,
  Row,
  refresh,
  SiteLink,
  Stack,
  Time,
  useEvents,
  useSearchTexts,
  useTexts,
} from '@patchbay/console-kit';
import { isEventPattern } from '@patchbay/console-kit/steps';
import { useEffect, useRef, useState } from 'react';
import { useCatalog } from '../draft/use-catalog.ts';
import { payloadText } from './event-buffer.ts';
import { EventLink } from './event-link.tsx';
import styles from './events.module.css';
import { subscribedTypes } from './subscribed-types.ts';
import { texts } from './texts.ts';

const TOLD_EVERY_MS = 1_000;

/** The log, newest first, narrowed by type and time. Newer events are counted, not pushed in between. */
export function EventLog() {
  const t = useTexts(texts);
  return (
    <Stack gap="small">
      <NewerEvents />
      <ResourceList
        path="/events"
        label={t.events}
        columns={[
          {
            id: 'type',
            title: t.event,
            cell: (event) => <EventLink {...event} />,
            text: ({ event_type }) => event_type,
          },
          {
            id: 'time',
            title: t.time,
            sort: 'occurred_at',
            cell: ({ occurred_at }) => <Time at={occurred_at} form="full" />,
            text: ({ occurred_at }) => occurred_at,
          },
          {
            id: 'site',
            title: t.site,
            cell: ({ site_id }) => <SiteLink site_id={site_id} />,
            text: ({ site_id }) => site_id,
          },
          {
            id: 'priority',
            title: t.priority,
            cell: ({ priority }) => priority,
            text: ({ priority }) => priority,
          },
          {
            id: 'payload',
            title: t.payload,
            cell: ({ payload }) => <code className={styles['payload']}>{payloadText(payload)}</code>,
            text: ({ payload }) => JSON.stringify(payload),
          },
          { id: 'id', title: t.id, cell: ({ id }) => <code>{id.slice(0, 8)}</code>, text: ({ id }) => id },
        ]}
        filters={[
          { kind: 'text', key: 'event_type', label: t.type },
          { kind: 'time', key: 'since', label: t.since },
          { kind: 'time', key: 'until', label: t.until },
          { kind: 'site', key: 'site_id', label: t.site },
        ]}
        sort="-occurred_at"
        exportName="events"
        viewsOf="events"
        empty={{ title: t.empty, hint: t.empty_hint }}
      />
    </Stack>
  );
}

/** Counts what came since the list was read. */
function NewerEvents() {
  const t = useTexts(texts);
  const { events } = useCatalog();
  const pattern = useSearchTexts()['event_type'] ?? '';
  const came = useRef(0);
  const [count, setCount] = useState(0);
  useEvents(subscribedTypes(events, isEventPattern(pattern) ? pattern : ''), {
    onEvent: () => {
      came.current += 1;
    },
  });
  useEffect(() => {
    const timer = window.setInterval(() => setCount(came.current), TOLD_EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
  if (count === 0) return null;
  return (
    <Row>
      <Button
        onPress={() => {
          came.current = 0;
          setCount(0);
          refresh('/events');
        }}
      >
        {t.newer} ({count})
      </Button>
    </Row>
  );
}

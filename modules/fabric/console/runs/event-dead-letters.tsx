import {
  ActionButton,
  PageLink,
  ResourceList,
  Time,
  useSession,
  useTexts,
  useWrite,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

const EVERY_MS = 15_000;

/** Events that a kind of consumer could not take at all. */
export function EventDeadLetters() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const mayReplay = mayCall('POST', '/events/dead-letters/{event_dead_letter_id}/replay');
  return (
    <ResourceList
      path="/events/dead-letters"
      label={t.of_events}
      prefix="event_"
      columns={[
        {
          id: 'event',
          title: t.event,
          cell: ({ event_id, event_type }) => (
            <PageLink to="/events" search={{ event: event_id }}>
              {event_type}
            </PageLink>
          ),
          text: ({ event_type }) => event_type,
        },
        { id: 'kind', title: t.consumer, cell: ({ kind }) => kind, text: ({ kind }) => kind },
        { id: 'error', title: t.error, cell: ({ error }) => error, text: ({ error }) => error },
        {
          id: 'at',
          title: t.at,
          sort: 'created_at',
          cell: ({ created_at }) => <Time at={created_at} />,
          text: ({ created_at }) => created_at,
        },
      ]}
      sort="-created_at"
      everyMs={EVERY_MS}
      exportName="event-dead-letters"
      {...(mayReplay ? { rowActions: ({ id }) => <HandOver id={id} /> } : {})}
      empty={{ title: t.no_dead_event, hint: t.no_dead_event_hint }}
    />
  );
}

function HandOver({ id }: { readonly id: string }) {
  const t = useTexts(texts);
  const replay = useWrite('POST', '/events/dead-letters/{event_dead_letter_id}/replay', {
    done: t.handed_over,
  });
  return (
    <ActionButton run={() => replay.run({ path: { event_dead_letter_id: id } })}>{t.hand_over}</ActionButton>
  );
}

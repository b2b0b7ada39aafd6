import { Page, Tabs, useSearchText, useSession, useTexts } from '@patchbay/console-kit';
import { EventDeadLetters } from '../runs/event-dead-letters.tsx';
import { EventDrawer } from './event-drawer.tsx';
import { EventLog } from './event-log.tsx';
import { LiveTail } from './live-tail.tsx';
import { texts } from './texts.ts';

export default function EventsPage() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const [event_id, choose] = useSearchText('event');
  return (
    <Page title={t.events} summary={t.summary}>
      <Tabs
        label={t.events}
        tabs={[
          { id: 'log', title: t.log, content: () => <EventLog /> },
          { id: 'tail', title: t.tail, content: () => <LiveTail /> },
          ...(mayCall('GET', '/events/dead-letters')
            ? [{ id: 'dead', title: t.dead_letters, content: () => <EventDeadLetters /> }]
            : []),
        ]}
      />
      {event_id === '' ? null : <EventDrawer key={event_id} event_id={event_id} close={() => choose('')} />}
    </Page>
  );
}

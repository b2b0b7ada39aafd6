import { Page, Tabs, useSession, useTexts } from '@patchbay/console-kit';
import { DeadLetters } from './dead-letters.tsx';
import { EventDeadLetters } from './event-dead-letters.tsx';
import { texts } from './texts.ts';

export default function DeadLettersPage() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  return (
    <Page title={t.dead_letters} summary={t.summary}>
      <Tabs
        label={t.dead_letters}
        tabs={[
          { id: 'runs', title: t.of_connections, content: () => <DeadLetters /> },
          ...(mayCall('GET', '/events/dead-letters')
            ? [{ id: 'events', title: t.of_events, content: () => <EventDeadLetters /> }]
            : []),
        ]}
      />
    </Page>
  );
}

import { Page, Tabs, useTexts } from '@patchbay/console-kit';
import { NotificationDeliveries } from '../deliveries/notification-deliveries.tsx';
import { InboxList } from './inbox-list.tsx';
import { MarkAll } from './mark-all.tsx';
import { texts } from './texts.ts';

/** Messages to the viewer, and on which ways they left. */
export default function NotificationsPage() {
  const t = useTexts(texts);
  return (
    <Page title={t.notifications} summary={t.summary} actions={<MarkAll />}>
      <Tabs
        label={t.notifications}
        tabs={[
          { id: 'inbox', title: t.inbox, content: () => <InboxList /> },
          { id: 'deliveries', title: t.deliveries, content: () => <NotificationDeliveries prefix="d_" /> },
        ]}
      />
    </Page>
  );
}

import type { ReplyOf } from '@patchbay/console-kit';
import {
  ActionButton,
  Facts,
  LinkButton,
  Page,
  PageLink,
  Panel,
  type Tagged,
  Time,
  useGo,
  usePathParameter,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useEffect, useRef } from 'react';
import { PriorityBadge } from '../priority.tsx';
import { texts } from './texts.ts';

type Notification = ReplyOf<'GET', '/notifications/{notification_id}'>;

export default function NotificationPage() {
  const notification_id = usePathParameter('notification_id');
  const read = useTagged('/notifications/{notification_id}', { path: { notification_id } });
  return (
    <WaitingFor read={read}>
      {(tagged) => <NotificationDetails key={tagged.data.id} {...tagged} />}
    </WaitingFor>
  );
}

function NotificationDetails({ data: notification }: Tagged<Notification>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { sees } = useSession();
  const { id, read_at, event_id } = notification;
  const mark = useMark(id, read_at !== null);
  return (
    <Page
      title={notification.title}
      marks={<PriorityBadge priority={notification.priority} />}
      actions={
        <>
          <LinkButton to="/notifications">{t.to_inbox}</LinkButton>
          {mark}
        </>
      }
    >
      <Panel>
        <p style={{ whiteSpace: 'pre-wrap' }}>{notification.body}</p>
        <Facts
          facts={[
            [t.category, notification.category],
            [w.created, <Time key="created" at={notification.created_at} form="full" />],
            [t.read_at, <Time key="read" at={read_at} form="full" />],
            notification.held_back === 0 ? null : [t.held_back_label, t.held_back(notification.held_back)],
            event_id === null
              ? null
              : [
                  t.event,
                  sees({}, 'fabric') ? (
                    <PageLink key="event" to="/events" search={{ event: event_id }}>
                      {event_id}
                    </PageLink>
                  ) : (
                    <code key="event">{event_id}</code>
                  ),
                ],
          ]}
        />
      </Panel>
    </Page>
  );
}

/** Opening a notification marks it as read; the button takes that back and leaves. */
function useMark(notification_id: string, isRead: boolean) {
  const t = useTexts(texts);
  const go = useGo();
  const update = useWrite('PATCH', '/notifications/{notification_id}');
  const wasMarked = useRef(isRead);
  useEffect(() => {
    if (wasMarked.current) return;
    wasMarked.current = true;
    void update.run({ path: { notification_id }, body: { read: true } });
  }, [update, notification_id]);
  const takeBack = async () => {
    await update.run({ path: { notification_id }, body: { read: false } });
    go('/notifications');
  };
  return <ActionButton run={takeBack}>{t.mark_unread}</ActionButton>;
}

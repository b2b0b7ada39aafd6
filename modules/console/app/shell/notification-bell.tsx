import { LinkButton, refresh, useEvents, useRead, useSession, useTexts } from '@patchbay/console-kit';
import { useEffect, useRef } from 'react';
import { texts } from './texts.ts';

const EVERY_MS = 30_000;
/** A message is made from its event in the background. */
const AFTER_EVENT_MS = 2_500;
const MOST_SHOWN = 99;

/** Leads to the notifications and says how many are not read; gone while their module is off. */
export function NotificationBell() {
  const { mayCall } = useSession();
  return mayCall('GET', '/notifications/counts') ? <Bell /> : null;
}

function Bell() {
  const t = useTexts(texts);
  useRefreshAfterEvents();
  const { data } = useRead('/notifications/counts', {}, { everyMs: EVERY_MS });
  const unread = data?.unread ?? 0;
  return (
    <LinkButton to="/notifications" variant="quiet">
      <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M3 12h10l-1.2-1.8V7a3.8 3.8 0 0 0-7.6 0v3.2z" strokeWidth="1.4" strokeLinejoin="round" />
        <path d="M6.6 14h2.8" strokeWidth="1.4" strokeLinecap="round" />
      </svg>
      <span className="visually-hidden">{t.notifications(unread)}</span>
      {unread === 0 ? null : (
        <span className="badge" data-kind="accent" aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </LinkButton>
  );
}

/** No event tells of a message in the inbox, but each is made from some event; a burst causes one read. */
function useRefreshAfterEvents(): void {
  const timer = useRef<number>(undefined);
  const soon = () => {
    if (timer.current !== undefined) return;
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      refresh('/notifications');
    }, AFTER_EVENT_MS);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEvents(['**'], { onEvent: soon, onLost: soon });
}

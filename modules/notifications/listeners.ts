import { durableListener } from '@patchbay/kernel/events';
import { EVENT_INTAKE } from './tokens.ts';

export const noticeListener = durableListener({
  id: 'notifications.notices',
  kind: 'notifications',
  deps: { intake: EVENT_INTAKE },
  handle: (events, { intake }) => intake.take(events),
});

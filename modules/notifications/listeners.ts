import { durableListener } from '@patchbay/kernel/events';
import { EventIntake } from './services/intake/event-intake.ts';

export const noticeListener = durableListener({
  id: 'notifications.notices',
  kind: 'notifications',
  deps: { intake: EventIntake },
  handle: (events, { intake }) => intake.take(events),
});

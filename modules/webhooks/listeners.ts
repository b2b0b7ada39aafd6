import { durableListener } from '@patchbay/kernel/events';
import { Intake } from './services/queue/intake.ts';

export const webhookListener = durableListener({
  id: 'webhooks.intake',
  kind: 'webhooks',
  deps: { intake: Intake },
  handle: (events, { intake }) => intake.take(events),
});

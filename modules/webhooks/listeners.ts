import { durableListener } from '@patchbay/kernel/events';
import { INTAKE } from './tokens.ts';

export const webhookListener = durableListener({
  id: 'webhooks.intake',
  kind: 'webhooks',
  deps: { intake: INTAKE },
  handle: (events, { intake }) => intake.take(events),
});

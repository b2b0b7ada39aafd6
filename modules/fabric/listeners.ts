import { durableListener } from '@patchbay/kernel/events';
import { RUN_INTAKE } from './tokens.ts';

export const connectionListener = durableListener({
  id: 'fabric.connections',
  kind: 'connections',
  deps: { intake: RUN_INTAKE },
  handle: (events, { intake }) => intake.take(events),
});

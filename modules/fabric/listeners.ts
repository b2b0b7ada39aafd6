import { durableListener } from '@patchbay/kernel/events';
import { RunIntake } from './services/intake/run-intake.ts';

export const connectionListener = durableListener({
  id: 'fabric.connections',
  kind: 'connections',
  deps: { intake: RunIntake },
  handle: (events, { intake }) => intake.take(events),
});

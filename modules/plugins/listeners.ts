import { durableListener } from '@patchbay/kernel/events';
import { EventIntake } from './services/delivery/event-intake.ts';

/** Only remembers what plugins are to receive; running them takes its own time elsewhere. */
export const pluginListener = durableListener({
  id: 'plugins.events',
  kind: 'plugins',
  deps: { intake: EventIntake },
  handle: (events, { intake }) => intake.take(events),
});

import { durableListener } from '@patchbay/kernel/events';
import { EVENT_INTAKE } from './tokens.ts';

/** Only remembers what plugins are to receive; running them takes its own time elsewhere. */
export const pluginListener = durableListener({
  id: 'plugins.events',
  kind: 'plugins',
  deps: { intake: EVENT_INTAKE },
  handle: (events, { intake }) => intake.take(events),
});

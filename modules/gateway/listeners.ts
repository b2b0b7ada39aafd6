import { liveListener } from '@patchbay/kernel/events';
import { GATEWAY_WATCH } from './tokens.ts';

export const controllerListener = liveListener({
  id: 'gateway.controllers',
  deps: { watch: GATEWAY_WATCH },
  handle: (events, { watch }) => watch.notice(events),
});

import { liveListener } from '@patchbay/kernel/events';
import { TUNNEL_WATCH } from './tokens.ts';

export const syncListener = liveListener({
  id: 'vpn.syncs',
  deps: { watch: TUNNEL_WATCH },
  handle: (events, { watch }) => watch.notice(events),
});

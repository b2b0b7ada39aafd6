import { liveListener } from '@patchbay/kernel/events';
import { TunnelWatch } from './services/tunnel-watch.ts';

export const syncListener = liveListener({
  id: 'vpn.syncs',
  deps: { watch: TunnelWatch },
  handle: (events, { watch }) => watch.notice(events),
});

import { defineCronJob } from '@patchbay/kernel/jobs';
import { TunnelWatch } from './services/tunnel-watch.ts';

/** Every hour: states of tunnels go with their controllers. */
export const forgetTunnels = defineCronJob({
  id: 'vpn.forget-tunnels',
  cron: '53 * * * *',
  deps: { watch: TunnelWatch },
  run: ({ deps }) => deps.watch.forgetDeleted(),
});

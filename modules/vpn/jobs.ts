import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { TunnelWatch } from './services/tunnel-watch.ts';

/** Every hour: states of tunnels go with their controllers. */
export const forgetTunnels = defineJob({
  id: 'vpn.forget-tunnels',
  payload: Type.Object({}),
  cron: '53 * * * *',
  maxAttempts: 1,
  deps: { watch: TunnelWatch },
  run: ({ deps }) => deps.watch.forgetDeleted(),
});

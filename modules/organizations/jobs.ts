import { defineCronJob } from '@patchbay/kernel/jobs';
import { GrantExpiry } from './services/grant-expiry.ts';

export const expireGrants = defineCronJob({
  id: 'organizations.expire_grants',
  cron: '* * * * *',
  deps: { expiry: GrantExpiry },
  run: ({ deps, signal }) => deps.expiry.sweep(signal),
});

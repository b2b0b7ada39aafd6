import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { GrantExpiry } from './services/grant-expiry.ts';

export const expireGrants = defineJob({
  id: 'organizations.expire_grants',
  payload: Type.Object({}),
  cron: '* * * * *',
  deps: { expiry: GrantExpiry },
  run: ({ deps, signal }) => deps.expiry.sweep(signal),
});

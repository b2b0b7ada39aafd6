import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { GRANT_EXPIRY } from './tokens.ts';

export const expireGrants = defineJob({
  id: 'organizations.expire_grants',
  payload: Type.Object({}),
  cron: '* * * * *',
  deps: { expiry: GRANT_EXPIRY },
  run: ({ deps, signal }) => deps.expiry.sweep(signal),
});

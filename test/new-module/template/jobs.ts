// only: job
import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { Forgetting } from './services/forgetting.ts';

/** Every night: example items that were deleted long ago go for good. */
export const forgetExampleItems = defineJob({
  id: 'example-module.forget',
  payload: Type.Object({}),
  cron: '41 3 * * *',
  maxAttempts: 1,
  deps: { forgetting: Forgetting },
  run: ({ deps, signal }) => deps.forgetting.run(signal),
});

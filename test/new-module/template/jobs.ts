// only: job
import { defineCronJob } from '@patchbay/kernel/jobs';
import { Forgetting } from './services/forgetting.ts';

/** Every night: example items that were deleted long ago go for good. */
export const forgetExampleItems = defineCronJob({
  id: 'example-module.forget',
  cron: '41 3 * * *',
  deps: { forgetting: Forgetting },
  run: ({ deps, signal }) => deps.forgetting.run(signal),
});

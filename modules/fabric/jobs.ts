import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { RUN_WATCH } from './tokens.ts';

/** Every minute: keeps the chain of `fabric.resume-runs` going. */
export const watchRuns = defineJob({
  id: 'fabric.watch-runs',
  payload: Type.Object({}),
  cron: '* * * * *',
  maxAttempts: 1,
  deps: { watch: RUN_WATCH },
  run: ({ deps }) => deps.watch.tick(),
});

/** Takes up runs that a killed process left, and asks for the next look. */
export const resumeRuns = defineJob({
  id: 'fabric.resume-runs',
  payload: Type.Object({}),
  maxAttempts: 3,
  deps: { watch: RUN_WATCH },
  run: ({ deps }) => deps.watch.resume(),
});

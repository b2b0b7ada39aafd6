import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { ARTIFACT_SWEEP } from './tokens.ts';

/** Every hour: what nobody needs any more goes. */
export const sweepArtifacts = defineJob({
  id: 'storage.sweep',
  payload: Type.Object({}),
  cron: '23 * * * *',
  maxAttempts: 1,
  lane: 'outside',
  deps: { sweep: ARTIFACT_SWEEP },
  async run({ deps, signal }) {
    await deps.sweep.sweep(signal);
  },
});

import { type Token, token } from '@patchbay/kernel/di';
import { defineCronJob, defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';

/** Takes a set one step further. */
export const SET_RUNNER: Token<{ step(organization_id: string, set_id: string): Promise<void> }> =
  token('changes.set-runner');
/** Finds the sets that stand still; answers how many. */
export const SET_WATCH: Token<{ sweep(): Promise<number> }> = token('changes.set-watch');

/** Takes one step of a set and enqueues the next, so that a set survives its process between any two statements. */
export const changeSetStepJob = defineJob({
  id: 'changes.set-step',
  lane: 'outside',
  payload: Type.Object({ set_id: Type.String(), organization_id: Type.String() }),
  deps: { runner: SET_RUNNER },
  run: ({ payload, deps }) => deps.runner.step(payload.organization_id, payload.set_id),
});

/** Sets whose step was lost all the same are taken up again. */
export const changeSetWatchJob = defineCronJob({
  id: 'changes.set-watch',
  cron: '* * * * *',
  deps: { watch: SET_WATCH },
  async run({ deps }) {
    await deps.watch.sweep();
  },
});

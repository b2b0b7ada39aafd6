import { EVENT_DEAD_LETTERS } from '@patchbay/kernel/events';
import { defineCronJob, defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { FABRIC_CONFIG } from './config.ts';
import { BacktestRunner } from './services/backtest/backtest-runner.ts';
import { RUN_RETENTION, RUN_WATCH } from './tokens.ts';

/** Every minute: keeps the chain of `fabric.resume-runs` going. */
export const watchRuns = defineCronJob({
  id: 'fabric.watch-runs',
  cron: '* * * * *',
  deps: { watch: RUN_WATCH },
  run: ({ deps }) => deps.watch.tick(),
});

/** Takes up runs that a killed process left, and asks for the next look. */
export const resumeRuns = defineJob({
  id: 'fabric.resume-runs',
  payload: Type.Object({}),
  maxAttempts: 3,
  deps: { watch: RUN_WATCH },
  run: ({ deps }) => deps.watch.look(),
});

/** Goes through one stretch of the log for a backtest, and hands over to the next job. */
export const backtest = defineJob({
  id: 'fabric.backtest',
  payload: Type.Object({ backtest_id: Type.String(), organization_id: Type.String() }),
  maxAttempts: 5,
  deps: { runner: BacktestRunner },
  run: ({ payload, deps, signal }) => deps.runner.run(payload, signal),
});

/** Every five minutes: backtests that stand still, and old ones. */
export const tidyBacktests = defineCronJob({
  id: 'fabric.tidy-backtests',
  cron: '*/5 * * * *',
  deps: { runner: BacktestRunner },
  run: ({ deps }) => deps.runner.tidy(),
});

/** Every hour: the record of runs stays bounded. */
export const tidyRuns = defineCronJob({
  id: 'fabric.tidy-runs',
  cron: '23 * * * *',
  deps: { retention: RUN_RETENTION, events: EVENT_DEAD_LETTERS, config: FABRIC_CONFIG },
  async run({ deps: { retention, events, config }, signal }) {
    await retention.tidy(signal);
    await events.forget(config.FABRIC_DEAD_LETTERS_KEPT_DAYS);
  },
});

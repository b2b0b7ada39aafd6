import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { SECRETS } from '@patchbay/kernel/secrets';
import { AuthorViews, SealedSteps } from '@patchbay/runs';
import { backtest } from '../jobs.ts';
import { BacktestRunner } from '../services/backtest/backtest-runner.ts';
import { Backtests } from '../services/backtest/backtests.ts';
import { Authors } from '../services/intake/authors.ts';
import { DraftJudgement } from '../services/static-check/draft-judgement.ts';
import * as tokens from '../tokens.ts';

const BACKTESTS_TABLE = 'connection_backtests';

export const backtestProviders = [
  provide(
    Backtests,
    [DATABASE, DraftJudgement, SECRETS, JOBS],
    (database, judgement, secrets, jobs) =>
      new Backtests({
        database,
        judgement,
        sealed: new SealedSteps(secrets, BACKTESTS_TABLE),
        views: new AuthorViews(secrets, BACKTESTS_TABLE),
        enqueue: (unit, payload, options) => jobs.enqueue(unit, backtest, payload, options),
      }),
  ),
  provide(
    BacktestRunner,
    [DATABASE, Authors, tokens.RUN_STEPS, SECRETS, JOBS],
    (database, authors, steps, secrets, jobs) =>
      new BacktestRunner({
        database,
        authors,
        steps,
        sealed: new SealedSteps(secrets, BACKTESTS_TABLE),
        views: new AuthorViews(secrets, BACKTESTS_TABLE),
        enqueue: (unit, payload, options) => jobs.enqueue(unit, backtest, payload, options),
      }),
  ),
];

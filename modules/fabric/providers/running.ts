import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { CATALOG, INVOKER } from '@patchbay/kernel/fabric';
import { JOBS } from '@patchbay/kernel/jobs';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import {
  RunClaims,
  RunExecution,
  RunRetention,
  RunSteps,
  RunTests,
  RunWatch,
  RunWorker,
  RunWriter,
  TripAnnouncement,
} from '@patchbay/runs';
import { FABRIC_CONFIG } from '../config.ts';
import { resumeRuns } from '../jobs.ts';
import { logOperation } from '../operations/log.ts';
import { ConnectionIndex } from '../services/connections/connection-index.ts';
import { Authors } from '../services/intake/authors.ts';
import {
  connectionRuns,
  connectionTrips,
  forgottenRuns,
  missesOfConnections,
} from '../services/intake/connection-tables.ts';
import { RunIntake } from '../services/intake/run-intake.ts';
import { OnceInvoker } from '../services/running/once-invoker.ts';
import { trimEffects } from '../services/running/trim-effects.ts';
import * as tokens from '../tokens.ts';
import {
  AUTHOR_STOP,
  DRAFT_CHECK,
  EVENT_VISIBILITY,
  EXECUTION,
  FAILING_PAUSE,
  FOR_RUN,
  lacksRightsOf,
  PAUSE,
  SEALED_STEPS,
  VIEWS,
} from './parts.ts';

export const runningProviders = [
  provide(
    tokens.RUN_STEPS,
    [INVOKER, CATALOG, DATABASE, CLOCK],
    (invoker, catalog, database, clock) =>
      new RunSteps(new OnceInvoker(invoker, catalog, database, [logOperation.id]), clock),
  ),
  provide(
    EXECUTION,
    {
      steps: tokens.RUN_STEPS,
      sealed: SEALED_STEPS,
      views: VIEWS,
      authors: Authors,
      stop: AUTHOR_STOP,
      failing: FAILING_PAUSE,
      clock: CLOCK,
      database: DATABASE,
    },
    ({ failing, database, ...parts }) =>
      new RunExecution({
        ...parts,
        writer: new RunWriter({ kind: connectionRuns, database, onStreak: (owner) => failing.note(owner) }),
      }),
  ),
  provide(
    tokens.RUN_WORKER,
    [DATABASE, EXECUTION, LOGGER, CLOCK, FABRIC_CONFIG],
    (database, execution, logger, clock, { FABRIC_RUN_LEASE_SECONDS: leaseSeconds }) =>
      new RunWorker({
        claims: new RunClaims(connectionRuns, database, clock, leaseSeconds),
        execution,
        logger,
        renewEveryMs: (leaseSeconds * 1_000) / 3,
      }),
    (worker) => worker.stop(),
  ),
  provide(
    RunIntake,
    {
      database: DATABASE,
      index: ConnectionIndex,
      visibility: EVENT_VISIBILITY,
      check: DRAFT_CHECK,
      steps: tokens.RUN_STEPS,
      views: VIEWS,
      pause: PAUSE,
      failing: FAILING_PAUSE,
      clock: CLOCK,
      worker: tokens.RUN_WORKER,
      config: FABRIC_CONFIG,
    },
    ({ check, config, ...parts }) =>
      new RunIntake({
        ...parts,
        lacksRights: lacksRightsOf(check),
        trips: new TripAnnouncement({ database: parts.database, kind: connectionTrips }),
        leaseSeconds: config.FABRIC_RUN_LEASE_SECONDS,
      }),
  ),
  provide(
    tokens.RUN_TESTS,
    { database: DATABASE, ownerFor: FOR_RUN, worker: tokens.RUN_WORKER, records: tokens.RUNS },
    (parts) => new RunTests({ ...parts, kind: connectionRuns, action: 'fabric.connections.test' }),
  ),
  provide(
    tokens.RUN_WATCH,
    [DATABASE, tokens.RUN_WORKER, CLOCK, JOBS, FABRIC_CONFIG],
    (database, worker, clock, jobs, { FABRIC_RUN_LEASE_SECONDS: leaseSeconds }) =>
      new RunWatch({
        key: 'fabric.resume-runs',
        enqueue: (unit, options) => jobs.enqueue(unit, resumeRuns, {}, options),
        misses: missesOfConnections,
        onTick: () => trimEffects(database),
        database,
        worker,
        clock,
        leaseSeconds,
      }),
  ),
  provide(
    tokens.RUN_RETENTION,
    [DATABASE, CLOCK, FABRIC_CONFIG],
    (database, clock, config) =>
      new RunRetention({
        ...forgottenRuns,
        database,
        clock,
        options: {
          days: config.FABRIC_RUNS_KEPT_DAYS,
          most: config.FABRIC_RUNS_KEPT,
          deadLetterDays: config.FABRIC_DEAD_LETTERS_KEPT_DAYS,
        },
      }),
  ),
];

import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { CATALOG, INVOKER } from '@patchbay/kernel/fabric';
import { JOBS } from '@patchbay/kernel/jobs';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import {
  Reruns,
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
    [tokens.RUN_STEPS, SEALED_STEPS, VIEWS, Authors, AUTHOR_STOP, FAILING_PAUSE, CLOCK, DATABASE],
    (steps, sealed, views, authors, stop, failing, clock, database) =>
      new RunExecution({
        steps,
        sealed,
        views,
        authors,
        stop,
        clock,
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
    [
      DATABASE,
      ConnectionIndex,
      EVENT_VISIBILITY,
      DRAFT_CHECK,
      tokens.RUN_STEPS,
      VIEWS,
      PAUSE,
      FAILING_PAUSE,
      CLOCK,
      tokens.RUN_WORKER,
      FABRIC_CONFIG,
    ],
    (database, index, visibility, check, steps, views, pause, failing, clock, worker, config) =>
      new RunIntake({
        lacksRights: lacksRightsOf(check),
        failing,
        database,
        index,
        visibility,
        steps,
        views,
        pause,
        trips: new TripAnnouncement({ database, kind: connectionTrips }),
        clock,
        worker,
        leaseSeconds: config.FABRIC_RUN_LEASE_SECONDS,
      }),
  ),
  provide(
    tokens.RERUNS,
    [DATABASE, FOR_RUN, VIEWS, tokens.RUNS, tokens.RUN_WORKER],
    (database, ownerFor, views, records, worker) =>
      new Reruns({ kind: connectionRuns, database, ownerFor, views, records, wake: () => worker.wake() }),
  ),
  provide(
    tokens.RUN_TESTS,
    [DATABASE, FOR_RUN, tokens.RUN_WORKER, tokens.RUNS],
    (database, ownerFor, worker, records) =>
      new RunTests({
        kind: connectionRuns,
        action: 'fabric.connections.test',
        database,
        ownerFor,
        worker,
        records,
      }),
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

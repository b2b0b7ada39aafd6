import { RATE_LIMITER } from '@patchbay/kernel/cache';
import { DATABASE } from '@patchbay/kernel/database';
import { provide, provideAs, type Token, token } from '@patchbay/kernel/di';
import { EVENT_DEAD_LETTERS, EVENT_REGISTRY, SubscriptionRules } from '@patchbay/kernel/events';
import { CATALOG, INVOKER, REFERENCES, STAGERS } from '@patchbay/kernel/fabric';
import { JOBS } from '@patchbay/kernel/jobs';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { PERMISSION_MAP, type Principal } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { NOTIFICATIONS } from '@patchbay/module-notifications/contract';
import { QUOTAS } from '@patchbay/module-organizations/contract';
import type { EventVisibility } from '@patchbay/runs';
import {
  AuthorStop,
  AuthorViews,
  DraftCheck,
  FailingPause,
  type OwnerForRun,
  Pausing,
  Reruns,
  RunClaims,
  RunExecution,
  type RunOwner,
  RunRecords,
  RunRetention,
  RunSteps,
  RunTests,
  RunWatch,
  RunWorker,
  RunWriter,
  SealedSteps,
  type Step,
  TargetCheck,
  TripAnnouncement,
} from '@patchbay/runs';
import { FABRIC_CONFIG } from './config.ts';
import { backtest, resumeRuns } from './jobs.ts';
import { logOperation } from './operations/log.ts';
import { BacktestRunner } from './services/backtest/backtest-runner.ts';
import { Backtests } from './services/backtest/backtests.ts';
import { connectionForRun } from './services/connections/connection-for-run.ts';
import { ConnectionIndex } from './services/connections/connection-index.ts';
import { connectionPause } from './services/connections/connection-pause.ts';
import { connectionWhyNot } from './services/connections/connection-why-not.ts';
import { Connections } from './services/connections/connections.ts';
import { Suggestions } from './services/connections/suggestions.ts';
import { EventFeed } from './services/events/event-feed.ts';
import { EventReplays } from './services/events/event-replays.ts';
import { Ingest } from './services/events/ingest.ts';
import { Authors } from './services/intake/authors.ts';
import {
  connectionRuns,
  connectionTrips,
  forgottenRuns,
  missesOfConnections,
} from './services/intake/connection-tables.ts';
import { RunIntake } from './services/intake/run-intake.ts';
import { OnceInvoker } from './services/running/once-invoker.ts';
import { trimEffects } from './services/running/trim-effects.ts';
import { Notifier } from './services/sinks/notifier.ts';
import { OperationInvocation } from './services/sinks/operation-invocation.ts';
import { WebhookSender } from './services/sinks/webhook-sender.ts';
import { CycleCheck } from './services/static-check/cycle-check.ts';
import { DraftJudgement } from './services/static-check/draft-judgement.ts';
import { EmittedEvents } from './services/static-check/emitted-events.ts';
import * as tokens from './tokens.ts';

const SEALED_STEPS: Token<SealedSteps> = token('fabric.sealed-steps');
const VIEWS: Token<AuthorViews> = token('fabric.author-views');
const DRAFT_CHECK: Token<DraftCheck> = token('fabric.draft-check');
const PAUSE: Token<Pausing> = token('fabric.connection-pause');
const FAILING_PAUSE: Token<FailingPause> = token('fabric.failing-pause');
const AUTHOR_STOP: Token<AuthorStop> = token('fabric.author-stop');
const HEARING: Token<EventVisibility> = token('fabric.hearing');
const FOR_RUN: Token<OwnerForRun<RunOwner>> = token('fabric.connection-for-run');
const EXECUTION: Token<RunExecution> = token('fabric.run-execution');

const lacksRightsOf = (check: DraftCheck) => (author: Principal, steps: readonly Step[]) =>
  check.missingRights(author, steps).length > 0;

const parts = [
  provide(SEALED_STEPS, [SECRETS], (secrets) => new SealedSteps(secrets)),
  provide(VIEWS, [SECRETS], (secrets) => new AuthorViews(secrets)),
  provideAs(DRAFT_CHECK, DraftCheck, {
    catalog: CATALOG,
    registry: EVENT_REGISTRY,
    permissions: PERMISSION_MAP,
  }),
  provide(Authors, [DATABASE]),
  provideAs(HEARING, SubscriptionRules, { registry: EVENT_REGISTRY, permissions: PERMISSION_MAP }),
  provide(PAUSE, [DATABASE], (database) => new Pausing({ database, kind: connectionPause })),
  provide(
    FAILING_PAUSE,
    { pause: PAUSE, logger: LOGGER },
    (parts) => new FailingPause(parts),
    (failing) => failing.stop(),
  ),
  provide(
    AUTHOR_STOP,
    [Authors, DRAFT_CHECK, PAUSE],
    (authors, check, pause) => new AuthorStop({ authors, lacksRights: lacksRightsOf(check), pause }),
  ),
  provide(ConnectionIndex, [SEALED_STEPS, LOGGER]),
  provide(
    DraftJudgement,
    [DRAFT_CHECK, ConnectionIndex, CATALOG, STAGERS.all, REFERENCES.all],
    (check, index, catalog, stagers, kinds) =>
      new DraftJudgement({
        check,
        cycles: new CycleCheck({ index, emitted: new EmittedEvents({ catalog, stagers }) }),
        targets: new TargetCheck({ catalog, kinds, stagers }),
      }),
  ),
];

const routeServices = [
  provide(Connections, [DATABASE, DraftJudgement, SEALED_STEPS, QUOTAS]),
  provide(tokens.WHY_NOT, [DATABASE, SEALED_STEPS, HEARING], (...deps) => connectionWhyNot(...deps)),
  provide(
    tokens.RUNS,
    [DATABASE, VIEWS],
    (database, views) =>
      new RunRecords({
        database,
        views,
        kind: connectionRuns,
        shown: ({ id, ...run }, connection_id) => ({
          id,
          connection_id,
          ...run,
        }),
      }),
  ),
  provide(FOR_RUN, [SEALED_STEPS, DRAFT_CHECK], (...deps) => connectionForRun(...deps)),
  provide(Suggestions, { catalog: CATALOG, permissions: PERMISSION_MAP }),
  provide(Ingest, { database: DATABASE, limiter: RATE_LIMITER }),
  provide(EventReplays, { database: DATABASE, deadLetters: EVENT_DEAD_LETTERS }),
  provide(EventFeed, {
    database: DATABASE,
    registry: EVENT_REGISTRY,
    catalog: CATALOG,
    permissions: PERMISSION_MAP,
  }),
  provide(OperationInvocation, { invoker: INVOKER, catalog: CATALOG, database: DATABASE }),
];

const sinks = [
  provide(
    WebhookSender,
    [OUTBOUND, CLOCK, FABRIC_CONFIG],
    (outbound, clock, config) =>
      new WebhookSender({
        outbound,
        clock,
        options: {
          allowedHosts: config.FABRIC_WEBHOOK_ALLOWED_HOSTS,
          signingSecret: config.FABRIC_WEBHOOK_SIGNING_SECRET,
        },
      }),
  ),
  provide(Notifier, { notifications: NOTIFICATIONS }),
];

const executor = [
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
      HEARING,
      DRAFT_CHECK,
      tokens.RUN_STEPS,
      VIEWS,
      PAUSE,
      FAILING_PAUSE,
      CLOCK,
      tokens.RUN_WORKER,
      FABRIC_CONFIG,
    ],
    (database, index, hearing, check, steps, views, pause, failing, clock, worker, config) =>
      new RunIntake({
        lacksRights: lacksRightsOf(check),
        failing,
        database,
        index,
        hearing,
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

const BACKTESTS_TABLE = 'connection_backtests';

const backtests = [
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

export const fabricProviders = [...parts, ...routeServices, ...sinks, ...executor, ...backtests];

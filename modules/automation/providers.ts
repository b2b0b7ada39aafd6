import { DATABASE } from '@patchbay/kernel/database';
import { provide, provideAs, type Token, token } from '@patchbay/kernel/di';
import { EVENT_REGISTRY } from '@patchbay/kernel/events';
import { CATALOG, INVOKER, REFERENCES, STAGERS } from '@patchbay/kernel/fabric';
import { JOBS } from '@patchbay/kernel/jobs';
import { MODULE_REGISTRY } from '@patchbay/kernel/modules';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { Authors, OnceInvoker } from '@patchbay/module-fabric/contract';
import { QUOTAS } from '@patchbay/module-organizations/contract';
import {
  AuthorStop,
  type AuthorViews,
  DraftCheck,
  type EventVisibility,
  type FailingPause,
  type OwnerForRun,
  type Pausing,
  RunClaims,
  RunExecution,
  RunRetention,
  RunSteps,
  RunTests,
  RunWatch,
  RunWorker,
  RunWriter,
  runProviders,
  SealedSteps,
  TargetCheck,
  TripAnnouncement,
} from '@patchbay/runs';
import { AUTOMATION_ACTIONS } from './contract.ts';
import { lookAtAutomation } from './jobs.ts';
import { viewOfExecution } from './services/executions/execution-view.ts';
import { publishFailure } from './services/executions/publish-failure.ts';
import { RuleIntake } from './services/intake/rule-intake.ts';
import {
  forgottenExecutions,
  missesOfRules,
  ruleExecutions,
  ruleTrips,
} from './services/intake/rule-tables.ts';
import { Schedules } from './services/intake/schedules.ts';
import { ActionCatalog } from './services/invoking/action-catalog.ts';
import { ActionIndex } from './services/invoking/action-index.ts';
import { ActionInvoker } from './services/invoking/action-invoker.ts';
import { ActionList } from './services/invoking/action-list.ts';
import { RuleCheck } from './services/rules/rule-check.ts';
import { type RuleForRun, ruleForRun, tickNow } from './services/rules/rule-for-run.ts';
import { RuleIndex } from './services/rules/rule-index.ts';
import { rulePause } from './services/rules/rule-pause.ts';
import { lacksRuleRights } from './services/rules/rule-rights.ts';
import { ruleWhyNot } from './services/rules/rule-why-not.ts';
import { Rules } from './services/rules/rules.ts';
import * as tokens from './tokens.ts';

const SEALED: Token<SealedSteps> = token('automation.sealed-actions');
const VIEWS: Token<AuthorViews> = token('automation.author-views');
const AUTHORS: Token<Authors> = token('automation.authors');
const EVENT_VISIBILITY: Token<EventVisibility> = token('automation.visibility');
const PAUSE: Token<Pausing> = token('automation.rule-pause');
const FAILING_PAUSE: Token<FailingPause> = token('automation.failing-pause');
const FOR_RUN: Token<OwnerForRun<RuleForRun>> = token('automation.rule-for-run');
const AUTHOR_STOP: Token<AuthorStop> = token('automation.author-stop');

const parts = [
  provide(SEALED, [SECRETS], (secrets) => new SealedSteps(secrets, 'automation_rules', 'actions')),
  ...runProviders({
    kind: ruleExecutions,
    pausing: rulePause,
    shown: viewOfExecution,
    ownerFor: FOR_RUN,
    worker: tokens.EXECUTION_WORKER,
    made: {
      views: VIEWS,
      visibility: EVENT_VISIBILITY,
      pause: PAUSE,
      failing: FAILING_PAUSE,
      records: tokens.EXECUTIONS,
      reruns: tokens.RERUNS,
    },
  }),
  provide(ActionIndex, { contributed: AUTOMATION_ACTIONS.all }),
  provide(AUTHORS, [DATABASE], (database) => new Authors(database)),
  provide(tokens.ONCE, [INVOKER, CATALOG, DATABASE], (...deps) => new OnceInvoker(...deps)),
  provideAs(tokens.OPERATION_CHECK, DraftCheck, {
    catalog: CATALOG,
    registry: EVENT_REGISTRY,
    permissions: PERMISSION_MAP,
  }),
  provideAs(tokens.TARGETS, TargetCheck, { catalog: CATALOG, kinds: REFERENCES.all, stagers: STAGERS.all }),
  provide(
    RuleCheck,
    [ActionIndex, CATALOG, EVENT_REGISTRY, PERMISSION_MAP, tokens.TARGETS, CLOCK],
    (actions, catalog, registry, permissions, targets, clock) =>
      new RuleCheck({
        drafts: new DraftCheck({ catalog: new ActionCatalog({ actions, catalog }), registry, permissions }),
        actions,
        targets,
        clock,
      }),
  ),
  provide(
    AUTHOR_STOP,
    [AUTHORS, PERMISSION_MAP, RuleCheck, PAUSE],
    (authors, permissions, check, pause) =>
      new AuthorStop({ authors, lacksRights: lacksRuleRights(permissions, check), pause }),
  ),
];

const executor = [
  provide(
    tokens.EXECUTION_WORKER,
    [
      DATABASE,
      ActionIndex,
      PERMISSION_MAP,
      SEALED,
      VIEWS,
      AUTHORS,
      AUTHOR_STOP,
      FAILING_PAUSE,
      CLOCK,
      LOGGER,
    ],
    (database, actions, permissions, sealed, views, authors, stop, failing, clock, logger) =>
      new RunWorker({
        claims: new RunClaims(ruleExecutions, database, clock),
        execution: new RunExecution({
          steps: new RunSteps(new ActionInvoker(actions, permissions), clock, ruleExecutions.stepNoun),
          writer: new RunWriter({
            kind: ruleExecutions,
            database,
            publishFailure,
            onStreak: (owner) => failing.note(owner),
          }),
          sealed,
          views,
          authors,
          stop,
          clock,
        }),
        logger,
        maxAtOnce: 64,
        maxPerOwner: 16,
        maxPerOrganization: 16,
      }),
    (worker) => worker.stop(),
  ),
  provide(
    Schedules,
    [DATABASE, LOGGER, MODULE_REGISTRY, tokens.EXECUTION_WORKER],
    (database, logger, modules, worker) =>
      new Schedules({
        database,
        logger,
        isEnabled: () => modules.isEnabled('automation'),
        wake: () => worker.wake(),
      }),
    (schedules) => schedules.stop(),
  ),
  provide(
    RuleIntake,
    {
      database: DATABASE,
      visibility: EVENT_VISIBILITY,
      permissions: PERMISSION_MAP,
      pause: PAUSE,
      worker: tokens.EXECUTION_WORKER,
    },
    ({ worker, ...parts }) =>
      new RuleIntake({
        ...parts,
        index: new RuleIndex(),
        trips: new TripAnnouncement({ database: parts.database, kind: ruleTrips }),
        wake: () => worker.wake(),
      }),
  ),
  provide(
    tokens.WATCH,
    [DATABASE, tokens.EXECUTION_WORKER, Schedules, CLOCK, JOBS],
    (database, worker, schedules, clock, jobs) =>
      new RunWatch({
        key: 'automation.look',
        enqueue: (unit, options) => jobs.enqueue(unit, lookAtAutomation, {}, options),
        misses: missesOfRules,
        onLook: () => schedules.tick(),
        database,
        worker,
        clock,
      }),
  ),
  provide(
    tokens.RETENTION,
    [DATABASE, CLOCK],
    (database, clock) => new RunRetention({ ...forgottenExecutions, database, clock }),
  ),
];

const routeServices = [
  provide(
    Rules,
    [DATABASE, RuleCheck, SEALED, QUOTAS, CLOCK, Schedules],
    (database, check, sealed, quotas, clock, schedules) =>
      new Rules({ database, check, sealed, quotas, clock, noteTick: (at) => schedules.note(at) }),
  ),
  provide(FOR_RUN, [SEALED, RuleCheck], (...deps) => ruleForRun(...deps)),
  provide(
    tokens.RULE_TESTS,
    {
      database: DATABASE,
      ownerFor: FOR_RUN,
      worker: tokens.EXECUTION_WORKER,
      records: tokens.EXECUTIONS,
      clock: CLOCK,
    },
    ({ clock, ...parts }) =>
      new RunTests({
        ...parts,
        kind: ruleExecutions,
        action: 'automation.rules.test',
        tickOf: tickNow(clock),
      }),
  ),
  provide(tokens.RULE_WHY_NOT, [DATABASE, SEALED, EVENT_VISIBILITY, PERMISSION_MAP], (...deps) =>
    ruleWhyNot(...deps),
  ),
  provide(ActionList, { actions: ActionIndex, permissions: PERMISSION_MAP }),
];

export const automationProviders = [...parts, ...executor, ...routeServices];

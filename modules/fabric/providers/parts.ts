import { DATABASE } from '@patchbay/kernel/database';
import { provide, provideAs, type Token, token } from '@patchbay/kernel/di';
import { EVENT_REGISTRY } from '@patchbay/kernel/events';
import { CATALOG, REFERENCES, STAGERS } from '@patchbay/kernel/fabric';
import { PERMISSION_MAP, type Principal } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { LOGGER } from '@patchbay/kernel/telemetry';
import type { EventVisibility } from '@patchbay/runs';
import {
  AuthorStop,
  type AuthorViews,
  DraftCheck,
  type FailingPause,
  type OwnerForRun,
  type Pausing,
  type RunExecution,
  type RunOwner,
  runProviders,
  SealedSteps,
  type Step,
  TargetCheck,
} from '@patchbay/runs';
import { ConnectionIndex } from '../services/connections/connection-index.ts';
import { connectionPause } from '../services/connections/connection-pause.ts';
import { Authors } from '../services/intake/authors.ts';
import { connectionRuns } from '../services/intake/connection-tables.ts';
import { CycleCheck } from '../services/static-check/cycle-check.ts';
import { DraftJudgement } from '../services/static-check/draft-judgement.ts';
import { EmittedEvents } from '../services/static-check/emitted-events.ts';
import * as tokens from '../tokens.ts';

export const SEALED_STEPS: Token<SealedSteps> = token('fabric.sealed-steps');
export const VIEWS: Token<AuthorViews> = token('fabric.author-views');
export const DRAFT_CHECK: Token<DraftCheck> = token('fabric.draft-check');
export const PAUSE: Token<Pausing> = token('fabric.connection-pause');
export const FAILING_PAUSE: Token<FailingPause> = token('fabric.failing-pause');
export const AUTHOR_STOP: Token<AuthorStop> = token('fabric.author-stop');
export const EVENT_VISIBILITY: Token<EventVisibility> = token('fabric.visibility');
export const FOR_RUN: Token<OwnerForRun<RunOwner>> = token('fabric.connection-for-run');
export const EXECUTION: Token<RunExecution> = token('fabric.run-execution');

export const lacksRightsOf = (check: DraftCheck) => (author: Principal, steps: readonly Step[]) =>
  check.missingRights(author, steps).length > 0;

export const partProviders = [
  provide(SEALED_STEPS, [SECRETS], (secrets) => new SealedSteps(secrets)),
  ...runProviders({
    kind: connectionRuns,
    pausing: connectionPause,
    shown: ({ id, ...run }, connection_id) => ({ id, connection_id, ...run }),
    ownerFor: FOR_RUN,
    worker: tokens.RUN_WORKER,
    made: {
      views: VIEWS,
      visibility: EVENT_VISIBILITY,
      pause: PAUSE,
      failing: FAILING_PAUSE,
      records: tokens.RUNS,
      reruns: tokens.RERUNS,
    },
  }),
  provideAs(DRAFT_CHECK, DraftCheck, {
    catalog: CATALOG,
    registry: EVENT_REGISTRY,
    permissions: PERMISSION_MAP,
  }),
  provide(Authors, [DATABASE]),
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

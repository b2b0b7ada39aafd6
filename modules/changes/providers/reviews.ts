import { DATABASE } from '@patchbay/kernel/database';
import { provide, provideAs } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { PERMISSION_MAP, SITE_GUARDS } from '@patchbay/kernel/permissions';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { OPEN_SESSIONS } from '@patchbay/module-identity/contract';
import { CHANGE_SETS } from '../contract/change-sets.ts';
import { SET_RUNNER, SET_WATCH } from '../jobs/change-sets.ts';
import { Applier } from '../services/applying/applier.ts';
import { Approvals } from '../services/approvals/approvals.ts';
import { Policies } from '../services/approvals/policies.ts';
import { Voters } from '../services/approvals/voters.ts';
import { Voting } from '../services/approvals/voting.ts';
import { ChangeSets } from '../services/change-sets/change-sets.ts';
import { SetRunner } from '../services/change-sets/set-runner.ts';
import { SetSteps } from '../services/change-sets/set-steps.ts';
import { SetTargets } from '../services/change-sets/set-targets.ts';
import { SetWatch } from '../services/change-sets/set-watch.ts';
import { Freezes } from '../services/freezes/freezes.ts';
import { LiveValues } from '../services/live/live-values.ts';
import { ChangeStore } from '../services/record/change-store.ts';
import { FeatureIndex } from '../services/staging/feature-index.ts';
import { Authority } from '../services/weighing/authority.ts';

/** Approvals, freezes and change sets. */
export const reviewProviders = [
  provide(Voters, { authority: Authority }),
  provide(Approvals, { features: FeatureIndex, permissions: PERMISSION_MAP, voters: Voters }),
  provide(Policies, { database: DATABASE, sites: SITE_GUARDS.all }),
  provide(Freezes, { database: DATABASE, sites: SITE_GUARDS.all }),
  provide(Voting, {
    database: DATABASE,
    store: ChangeStore,
    features: FeatureIndex,
    permissions: PERMISSION_MAP,
    authority: Authority,
    approvals: Approvals,
    live: LiveValues,
    sessions: OPEN_SESSIONS,
    clock: CLOCK,
  }),
  provide(
    CHANGE_SETS,
    [DATABASE, FeatureIndex, PERMISSION_MAP, JOBS, CLOCK],
    (database, features, permissions, jobs, clock) =>
      new ChangeSets({
        database,
        features,
        permissions,
        jobs,
        clock,
        targets: new SetTargets({ features }),
      }),
  ),
  provide(SetSteps, { database: DATABASE, jobs: JOBS }),
  provideAs(SET_RUNNER, SetRunner, {
    database: DATABASE,
    steps: SetSteps,
    applier: Applier,
    authority: Authority,
    logger: LOGGER,
  }),
  provideAs(SET_WATCH, SetWatch, { database: DATABASE, jobs: JOBS, logger: LOGGER }),
];

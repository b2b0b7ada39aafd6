import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { PERMISSION_MAP, SITE_GUARDS } from '@patchbay/kernel/permissions';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { OPEN_SESSIONS } from '@patchbay/module-identity/contract';
import { CHANGE_SETS } from '../contract/change-sets.ts';
import { SET_RUNNER, SET_WATCH } from '../jobs/change-sets.ts';
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
import {
  APPLIER,
  APPROVALS,
  AUTHORITY,
  CHANGE_STORE,
  FEATURE_INDEX,
  FREEZES,
  LIVE_VALUES,
  POLICIES,
  SET_STEPS,
  VOTERS,
  VOTING,
} from '../tokens.ts';

/** Approvals, freezes and change sets. */
export const reviewProviders = [
  provide(VOTERS, [AUTHORITY], (authority) => new Voters(authority)),
  provide(
    APPROVALS,
    [FEATURE_INDEX, PERMISSION_MAP, VOTERS],
    (features, permissions, voters) => new Approvals(features, permissions, voters),
  ),
  provide(POLICIES, [DATABASE, SITE_GUARDS.all], (database, sites) => new Policies(database, sites)),
  provide(FREEZES, [DATABASE, SITE_GUARDS.all], (database, sites) => new Freezes(database, sites)),
  provide(
    VOTING,
    [
      DATABASE,
      CHANGE_STORE,
      FEATURE_INDEX,
      PERMISSION_MAP,
      AUTHORITY,
      APPROVALS,
      LIVE_VALUES,
      OPEN_SESSIONS,
      CLOCK,
    ],
    (database, store, features, permissions, authority, approvals, live, sessions, clock) =>
      new Voting({ database, store, features, permissions, authority, approvals, live, sessions, clock }),
  ),
  provide(
    CHANGE_SETS,
    [DATABASE, FEATURE_INDEX, PERMISSION_MAP, JOBS, CLOCK],
    (database, features, permissions, jobs, clock) =>
      new ChangeSets({
        database,
        features,
        permissions,
        jobs,
        clock,
        targets: new SetTargets(features),
      }),
  ),
  provide(SET_STEPS, [DATABASE, JOBS], (database, jobs) => new SetSteps(database, jobs)),
  provide(
    SET_RUNNER,
    [DATABASE, SET_STEPS, APPLIER, AUTHORITY, LOGGER],
    (database, steps, applier, authority, logger) =>
      new SetRunner({ database, steps, applier, authority, logger }),
  ),
  provide(
    SET_WATCH,
    [DATABASE, JOBS, LOGGER],
    (database, jobs, logger) => new SetWatch(database, jobs, logger),
  ),
];

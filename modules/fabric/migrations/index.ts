import { createConnections } from './001-connections.ts';
import { createRunPolicies } from './002-run-policies.ts';
import { createBacktests } from './003-backtests.ts';
import { organizationConnections } from './004-organization-rows.ts';
import { createFailures } from './005-failures.ts';
import { forgetTakenOver } from './006-runs-taken-over.ts';
import { indexLatestRuns } from './007-latest-runs.ts';
import { renameRates } from './008-rates.ts';

export const migrations = [
  createConnections,
  createRunPolicies,
  createBacktests,
  organizationConnections,
  createFailures,
  forgetTakenOver,
  indexLatestRuns,
  renameRates,
];

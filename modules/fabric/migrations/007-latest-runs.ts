import { migration } from '@patchbay/kernel/database';

/** The latest run that ended is found at once, however many were skipped or tried since. */
export const indexLatestRuns = migration(
  'fabric.007-latest-runs',
  `create index connection_runs_ended on connection_runs (connection_id, id desc)
     where not is_test and status in ('succeeded', 'failed')`,
);

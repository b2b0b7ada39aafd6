import { migration } from '@patchbay/kernel/database';

/**
 * Runs that were carried out anew may hold params of an earlier author for a later one to see: these go. Those that
 * still wait go on with what their records show.
 */
export const forgetTakenOver = migration(
  'fabric.006-runs-taken-over',
  'update connection_runs set sealed_records = null where rerun_of is not null and sealed_records is not null',
);

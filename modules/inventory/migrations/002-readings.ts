import { migration } from '@patchbay/kernel/database';

/** Time of the latest write other than a sync's to rows that syncs write; a reading begun before it is outdated. */
export const inventory002 = migration(
  'inventory.002-readings',
  'alter table controllers add column touched_at timestamptz',
);

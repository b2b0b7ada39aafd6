import { migration } from '@patchbay/kernel/database';

/** When somebody other than a sync last touched what syncs write; a reading begun before it speaks of the past. */
export const inventory002 = migration(
  'inventory.002-readings',
  'alter table controllers add column touched_at timestamptz',
);

import { migration } from '@patchbay/kernel/database';

/** A rate limit's rows bear its name; a gate is the write gate. */
export const renameRates = migration(
  'fabric.008-rates',
  'alter table connection_gates rename to connection_rates',
  'alter index connection_gates_pkey rename to connection_rates_pkey',
);

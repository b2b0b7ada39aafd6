import { migration } from '@patchbay/kernel/database';

/** A rate limit's rows bear its name; a gate is the write gate. */
export const renameRuleRates = migration(
  'automation.005-rates',
  'alter table automation_gates rename to automation_rates',
  'alter index automation_gates_pkey rename to automation_rates_pkey',
);

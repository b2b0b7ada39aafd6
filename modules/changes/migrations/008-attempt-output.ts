import { migration } from '@patchbay/kernel/database';

/** Diagnoses are applied for what they print. */
export const attemptOutput = migration(
  'changes.008-attempt-output',
  `alter table change_attempts add column output jsonb, add column output_truncated boolean not null default false`,
);

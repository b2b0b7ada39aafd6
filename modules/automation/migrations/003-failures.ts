import { migration, tenantTable } from '@patchbay/kernel/database';

/** Consecutive failures, and the sealed parts of executions' records. */
export const createRuleFailures = migration(
  'automation.003-failures',
  tenantTable('automation_failures', {
    softDelete: false,
    siteColumn: null,
    columns: ['in_a_row integer not null default 0'],
  }),
  'alter table automation_executions add column sealed_records text',
  `update automation_executions set steps = (select coalesce(
     jsonb_agg(jsonb_set(step, '{input}', '"[redacted]"')), '[]') from jsonb_array_elements(steps) step)
   where steps <> '[]'`,
);

import { migration, tenantTable } from '@patchbay/kernel/database';

/** Records that were kept with the params of others: these go. */
const withoutInput = (steps: string): string =>
  `(select coalesce(jsonb_agg(jsonb_set(step, '{input}', '"[redacted]"')), '[]') from jsonb_array_elements(${steps}) step)`;

/** Failures one after another; and what records hide of params, sealed beside them. */
export const createFailures = migration(
  'fabric.005-failures',
  tenantTable('connection_failures', {
    softDelete: false,
    siteColumn: null,
    columns: ['in_a_row integer not null default 0'],
  }),
  'alter table connection_runs add column sealed_records text',
  'alter table connection_backtests add column sealed_runs text',
  `update connection_runs set steps = ${withoutInput('steps')} where steps <> '[]'`,
  `update connection_backtests set runs = (select coalesce(
     jsonb_agg(jsonb_set(run, '{steps}', ${withoutInput(`run->'steps'`)})), '[]') from jsonb_array_elements(runs) run)
   where runs <> '[]'`,
);

import { type MigrationDeclaration, migration } from '../database/index.ts';

/** Runs after graphile-worker's own schema is in place. */
export const jobsMigrations: readonly MigrationDeclaration[] = [
  migration(
    'jobs.001-enqueue',
    'grant usage on schema graphile_worker to patchbay_system',
    'grant execute on all functions in schema graphile_worker to patchbay_system',
    `do $do$ declare t record; begin
       for t in select tablename from pg_tables where schemaname = 'graphile_worker' loop
         execute format('grant select, insert, update, delete on graphile_worker.%I to patchbay_system', t.tablename);
         execute format('create policy patchbay_system on graphile_worker.%I to patchbay_system using (true) with check (true)', t.tablename);
       end loop;
       for t in select sequencename from pg_sequences where schemaname = 'graphile_worker' loop
         execute format('grant usage, select on sequence graphile_worker.%I to patchbay_system', t.sequencename);
       end loop;
     end $do$`,
    'grant select on all tables in schema graphile_worker to patchbay_system',
    `create function patchbay_enqueue(jobs jsonb) returns void language sql volatile security definer
       set search_path = pg_catalog, graphile_worker as $$
       select graphile_worker.add_jobs(array(
         select row(j->>'identifier', (j->'payload')::json, null, (j->>'run_at')::timestamptz,
                    (j->>'max_attempts')::smallint, j->>'job_key', null, null)::graphile_worker.job_spec
         from jsonb_array_elements(jobs) j)) $$`,
    'revoke execute on function patchbay_enqueue(jsonb) from public',
    'grant execute on function patchbay_enqueue(jsonb) to patchbay_app, patchbay_system',
  ),
];

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
  // `add_jobs` is planned anew by each call and asks for keys and queues; jobs without a key are written by themselves,
  // and workers are told of those that they may take now.
  migration(
    'jobs.002-enqueue-without-keys',
    `create or replace function patchbay_enqueue(jobs jsonb) returns void language plpgsql volatile security definer
       set search_path = pg_catalog, graphile_worker as $$
     begin
       if jobs @? '$[*].job_key' then
         perform graphile_worker.add_jobs(array(
           select row(j->>'identifier', (j->'payload')::json, null, (j->>'run_at')::timestamptz,
                      (j->>'max_attempts')::smallint, j->>'job_key', null, null)::graphile_worker.job_spec
           from jsonb_array_elements(jobs) j));
         return;
       end if;
       insert into graphile_worker._private_tasks (identifier)
         select distinct j->>'identifier' from jsonb_array_elements(jobs) j
         where not exists (select from graphile_worker._private_tasks t where t.identifier = j->>'identifier')
         on conflict do nothing;
       if exists (select from jsonb_array_elements(jobs) j
                  where coalesce((j->>'run_at')::timestamptz, now()) <= clock_timestamp() + interval '100 ms') then
         perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":' || jsonb_array_length(jobs)::text || '}');
       end if;
       insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts)
         select t.id, coalesce((j->'payload')::json, '{}'), coalesce((j->>'run_at')::timestamptz, now()),
                coalesce((j->>'max_attempts')::smallint, 25)
         from jsonb_array_elements(jobs) j
         join graphile_worker._private_tasks t on t.identifier = j->>'identifier';
     end $$`,
  ),
];

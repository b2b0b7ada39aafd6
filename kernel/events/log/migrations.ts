import {
  type MigrationDeclaration,
  migration,
  platformTable,
  tenantTable,
} from '../../infrastructure/database/index.ts';

/** The durable log, what of it still waits for the relay, and the head that numbers it. */
export const eventsMigrations: readonly MigrationDeclaration[] = [
  migration(
    'events.001-log',
    tenantTable('event_log', {
      siteColumn: 'site_id',
      softDelete: false,
      grant: 'select, insert',
      columns: [
        'cursor bigint',
        'site_id uuid',
        'event_type text not null',
        'category text not null',
        'priority text not null',
        'payload jsonb not null',
        "causation uuid[] not null default '{}'",
        'occurred_at timestamptz not null default clock_timestamp()',
      ],
    }),
    'create unique index event_log_cursor on event_log (cursor) where cursor is not null',
    'create index event_log_organization on event_log (organization_id, cursor desc) where cursor is not null',
    platformTable('event_pending', ['event_id uuid primary key'], 'insert'),
    platformTable('event_head', [
      'only_row boolean primary key default true check (only_row)',
      'last_cursor bigint not null',
    ]),
    'insert into event_head (last_cursor) values (0)',
  ),
  migration(
    'events.002-dead-letters',
    tenantTable('event_dead_letters', {
      siteColumn: null,
      softDelete: false,
      grant: 'select, delete',
      columns: [
        'kind text not null',
        'event_id uuid not null',
        'error text not null',
        'unique (kind, event_id)',
      ],
    }),
    'create index event_dead_letters_listed on event_dead_letters (organization_id, id desc)',
  ),
  // One statement is its own transaction, and its answer is one short row: no process can stand still while it holds
  // the lock. However long the log and what waits are, and whatever the planner knows of them, each row is read by its
  // key.
  migration(
    'events.003-relay',
    `create function events_relay(most integer, job jsonb) returns table (base bigint, taken integer)
       language plpgsql volatile set search_path = public, pg_temp
       set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
     declare ids uuid[];
     begin
       if not exists (select from event_pending) then return; end if;
       perform pg_advisory_xact_lock(hashtext('patchbay.relay'));
       with claimed as (
         delete from event_pending where event_id in (
           select event_id from event_pending order by event_id limit most for update skip locked)
         returning event_id)
       select array_agg(event_id order by event_id) into ids from claimed;
       if ids is null then return; end if;
       taken := cardinality(ids);
       update event_head set last_cursor = last_cursor + taken returning last_cursor - taken into base;
       if job is not null then
         perform patchbay_enqueue(jsonb_build_array(job || jsonb_build_object('payload',
           (job -> 'payload') || jsonb_build_object('from_cursor', base + 1, 'to_cursor', base + taken))));
       end if;
       update event_log e set cursor = base + p.place
         from unnest(ids) with ordinality p(event_id, place) where e.id = p.event_id;
       return next;
     end $$`,
    'revoke execute on function events_relay(integer, jsonb) from public',
    'grant execute on function events_relay(integer, jsonb) to patchbay_system',
  ),
];

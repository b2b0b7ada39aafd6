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
];

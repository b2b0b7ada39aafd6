import { migration, tenantTable } from '@patchbay/kernel/database';

const connections = tenantTable('connections', {
  siteColumn: null,
  columns: [
    'name text not null',
    'source_event text not null',
    'conditions jsonb',
    'cooldown_seconds integer not null default 0 check (cooldown_seconds >= 0)',
    'sealed_steps text not null',
    `mode text not null default 'parallel' check (mode in ('parallel', 'queued'))`,
    'is_enabled boolean not null default true',
    'shadow boolean not null default false',
    'author_id uuid not null',
    'paused_reason text',
  ],
});

const runs = tenantTable('connection_runs', {
  softDelete: false,
  siteColumn: null,
  columns: [
    'connection_id uuid not null references connections (id)',
    'event_id uuid',
    'is_test boolean not null default false',
    'shadow boolean not null default false',
    `status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'))`,
    'reason text',
    'started_at timestamptz',
    'finished_at timestamptz',
    `steps jsonb not null default '[]'`,
    'trigger jsonb',
    'author_id uuid',
    'sealed_plan text',
    'claim_id uuid',
    'claims integer not null default 0',
    'lease_until timestamptz',
  ],
});

const misses = tenantTable('connection_misses', {
  softDelete: false,
  siteColumn: null,
  columns: [
    'connection_id uuid not null references connections (id)',
    'first_cursor bigint not null',
    'missed integer not null',
    'details jsonb not null',
    'unique (connection_id, first_cursor)',
  ],
});

/** A change of a Connection and the number that outdates what processes remember commit together. */
const revisionTrigger = [
  `create function raise_connection_revision() returns trigger language plpgsql as $$ begin
     insert into connection_revisions (id, organization_id, revision)
     values (new.organization_id, new.organization_id, 1)
     on conflict (id) do update set revision = connection_revisions.revision + 1, updated_at = now();
     return null; end $$`,
  `create trigger connections_revision after insert or update on connections
     for each row execute function raise_connection_revision()`,
];

export const createConnections = migration(
  'fabric.001-connections',
  connections,
  'create index connections_listed on connections (organization_id, created_at desc, id desc) where deleted_at is null',
  runs,
  'create unique index connection_runs_event on connection_runs (connection_id, event_id) where not is_test',
  'create index connection_runs_newest on connection_runs (connection_id, id desc)',
  `create index connection_runs_open on connection_runs (connection_id, id) where status in ('queued', 'running')`,
  tenantTable('connection_cooldowns', {
    softDelete: false,
    siteColumn: null,
    columns: ['event_id uuid not null', 'rests_until timestamptz not null'],
  }),
  misses,
  tenantTable('connection_counters', {
    softDelete: false,
    siteColumn: null,
    columns: ['conditions_failed bigint not null default 0'],
  }),
  tenantTable('connection_revisions', {
    softDelete: false,
    siteColumn: null,
    columns: ['revision bigint not null'],
  }),
  revisionTrigger,
);

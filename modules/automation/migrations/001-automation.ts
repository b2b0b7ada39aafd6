import { migration, tenantTable } from '@patchbay/kernel/database';

const rules = tenantTable('automation_rules', {
  siteColumn: null,
  columns: [
    'name text not null',
    `trigger_type text not null check (trigger_type in ('event', 'schedule'))`,
    'trigger_config jsonb not null',
    'conditions jsonb',
    'sealed_actions text not null',
    'max_runs_per_minute integer check (max_runs_per_minute >= 1)',
    'is_enabled boolean not null default true',
    'author_id uuid not null',
    'paused_reason text',
    'next_fire_at timestamptz',
  ],
});

const executions = tenantTable('automation_executions', {
  softDelete: false,
  siteColumn: 'site_id',
  siteOptional: true,
  columns: [
    'rule_id uuid not null references automation_rules (id)',
    'event_id uuid',
    'site_id uuid',
    'scheduled_for timestamptz',
    'is_test boolean not null default false',
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

const ofRules = (name: string, ...columns: readonly string[]) =>
  tenantTable(name, { softDelete: false, siteColumn: null, columns });

/** Moving on to the next tick of a schedule changes nothing that events are matched against. */
const revisionTrigger = [
  `create function raise_automation_revision() returns trigger language plpgsql as $$ begin
     insert into automation_revisions (id, organization_id, revision)
     values (new.organization_id, new.organization_id, 1)
     on conflict (id) do update set revision = automation_revisions.revision + 1, updated_at = now();
     return null; end $$`,
  `create trigger automation_rules_revision after insert or update of name, trigger_type, trigger_config, conditions,
     max_runs_per_minute, is_enabled, author_id, paused_reason, deleted_at on automation_rules
     for each row execute function raise_automation_revision()`,
];

export const createAutomation = migration(
  'automation.001-automation',
  rules,
  'create index automation_rules_listed on automation_rules (organization_id, created_at desc, id desc) where deleted_at is null',
  `create index automation_rules_due on automation_rules (next_fire_at)
     where next_fire_at is not null and is_enabled and paused_reason is null and deleted_at is null`,
  executions,
  `create unique index automation_executions_event on automation_executions (rule_id, event_id) where not is_test`,
  `create unique index automation_executions_tick on automation_executions (rule_id, scheduled_for) where not is_test`,
  'create index automation_executions_newest on automation_executions (organization_id, id desc)',
  'create index automation_executions_of_rule on automation_executions (rule_id, id desc)',
  `create index automation_executions_open on automation_executions (rule_id, id)
     where status in ('queued', 'running')`,
  'create index automation_executions_ended on automation_executions (finished_at) where finished_at is not null',
  ofRules(
    'automation_misses',
    'rule_id uuid not null references automation_rules (id)',
    'first_cursor bigint not null',
    'missed integer not null',
    'details jsonb not null',
    'unique (rule_id, first_cursor)',
  ),
  ofRules('automation_counters', 'conditions_failed bigint not null default 0'),
  ofRules('automation_revisions', 'revision bigint not null'),
  ofRules(
    'automation_gates',
    'window_started_at timestamptz not null',
    'admitted integer not null default 0',
    'tripped_at timestamptz',
    'refused_at timestamptz',
    'is_announced boolean not null default false',
  ),
  revisionTrigger,
);

import { migration, tenantTable } from '@patchbay/kernel/database';

const templates = tenantTable('webhook_templates', {
  siteColumn: null,
  columns: ['name text not null', 'body jsonb not null'],
});

const subscriptions = tenantTable('webhook_subscriptions', {
  siteColumn: null,
  columns: [
    'name text not null',
    'url text not null',
    'events text[] not null',
    'template_id uuid references webhook_templates (id)',
    'is_enabled boolean not null default true',
    'ordered boolean not null default true',
    'author_id uuid not null',
    'author_scopes text[]',
    'sealed_secret text not null',
    'sealed_former_secret text',
    'former_secret_until timestamptz',
    'disabled_reason text',
    'disabled_at timestamptz',
  ],
});

const queues = tenantTable('webhook_queues', {
  softDelete: false,
  siteColumn: null,
  columns: [
    'position bigint not null default 0',
    'wanted_to bigint not null default 0',
    'replay_to bigint not null default 0',
    'last_sequence bigint not null default 0',
    'due_at timestamptz',
    'blocked boolean not null default false',
    'failing_since timestamptz',
    'is_slow boolean not null default false',
    'claim_id uuid',
    'lease_until timestamptz',
  ],
});

const deliveries = tenantTable('webhook_deliveries', {
  softDelete: false,
  siteColumn: null,
  columns: [
    'subscription_id uuid not null references webhook_subscriptions (id)',
    `kind text not null check (kind in ('event', 'replay', 'resend', 'test'))`,
    `status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed', 'withheld', 'cancelled'))`,
    'event_id uuid',
    'event_cursor bigint',
    'event_type text not null',
    'event_site_id uuid',
    'sequence bigint',
    'resend_of uuid',
    'aside boolean not null default false',
    'reason text',
    'attempts integer not null default 0',
    'first_attempt_at timestamptz',
    'last_attempt_at timestamptz',
    'next_attempt_at timestamptz',
    'finished_at timestamptz',
    'request jsonb',
    'answer jsonb',
    `tries jsonb not null default '[]'`,
  ],
});

export const createWebhooks = migration(
  'webhooks.001-webhooks',
  templates,
  'create index webhook_templates_listed on webhook_templates (organization_id, created_at desc, id desc) where deleted_at is null',
  subscriptions,
  'create index webhook_subscriptions_listed on webhook_subscriptions (organization_id, created_at desc, id desc) where deleted_at is null',
  'create index webhook_subscriptions_template on webhook_subscriptions (template_id) where deleted_at is null and template_id is not null',
  queues,
  'create index webhook_queues_due on webhook_queues (due_at) where due_at is not null',
  deliveries,
  'create index webhook_deliveries_newest on webhook_deliveries (subscription_id, id desc)',
  'create index webhook_deliveries_event on webhook_deliveries (subscription_id, event_id) where event_id is not null',
  `create unique index webhook_deliveries_once on webhook_deliveries (subscription_id, event_id)
     where status = 'waiting' and kind in ('event', 'replay')`,
  `create index webhook_deliveries_waiting on webhook_deliveries (subscription_id) where status = 'waiting'`,
  'create index webhook_deliveries_old on webhook_deliveries (created_at)',
);

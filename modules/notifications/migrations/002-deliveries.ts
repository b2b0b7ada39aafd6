import { migration, tenantTable } from '@patchbay/kernel/database';

const channels = tenantTable('notification_channels', {
  siteColumn: null,
  columns: [
    'name text not null',
    'kind text not null',
    'host text not null',
    'sealed_url text not null',
    'is_enabled boolean not null default true',
    'open_to_users boolean not null default false',
    'categories jsonb',
    'minimum_priority text',
    'digest_minutes integer not null default 0',
    'quiet_hours jsonb',
  ],
});
const preferences = tenantTable('notification_preferences', {
  softDelete: false,
  siteColumn: null,
  columns: ['user_id uuid not null unique', 'settings jsonb not null', 'lowest_level integer not null'],
});
const notices = tenantTable('notices', {
  softDelete: false,
  siteColumn: null,
  columns: [
    'effect_id uuid not null',
    'title text not null',
    'body text not null',
    'category text not null',
    'priority text not null',
    'subject text not null',
    'event_id uuid',
    'event_type text',
    'occurred_at timestamptz not null',
    'unique (organization_id, effect_id)',
  ],
});
const targets = tenantTable('notification_targets', {
  softDelete: false,
  siteColumn: null,
  columns: [
    'channel text not null',
    'key text not null',
    'user_id uuid',
    'channel_id uuid',
    'sealed_address text',
    'label text not null',
    'next_due_at timestamptz',
    'claim_id uuid',
    'lease_until timestamptz',
    'dropped integer not null default 0',
    'failures integer not null default 0',
    'failing_since timestamptz',
    'last_error text',
    'unique (organization_id, key)',
  ],
});
const deliveries = tenantTable('notification_deliveries', {
  softDelete: false,
  siteColumn: null,
  columns: [
    'notice_id uuid not null references notices on delete cascade',
    'target_id uuid not null references notification_targets on delete cascade',
    'subject text not null',
    'status text not null',
    'mode text not null',
    'reason text',
    'due_at timestamptz not null',
    'message_id uuid',
    'attempts integer not null default 0',
    'last_error text',
    'finished_at timestamptz',
    'unique (notice_id, target_id)',
  ],
});

export const createDeliveries = migration(
  'notifications.002-deliveries',
  `alter table notifications add column category text not null default 'general',
     add column priority text not null default 'normal', add column subject text not null default '',
     add column held_back integer not null default 0`,
  'create index notifications_unread on notifications (user_id) where read_at is null',
  'create index notifications_of_subject on notifications (user_id, subject, id desc)',
  channels,
  preferences,
  'create index preferences_by_level on notification_preferences (organization_id, lowest_level)',
  notices,
  'create index notices_by_age on notices (created_at)',
  targets,
  `create index targets_due on notification_targets (channel, organization_id, next_due_at)
     where next_due_at is not null`,
  deliveries,
  'create index deliveries_of_target on notification_deliveries (target_id, subject, created_at)',
  `create index deliveries_open on notification_deliveries (target_id, due_at)
     where status in ('waiting', 'sending')`,
  'create index deliveries_listed on notification_deliveries (organization_id, id desc)',
);

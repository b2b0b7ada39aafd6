import { migration, tenantTable } from '@patchbay/kernel/database';

export const createNotifications = migration(
  'notifications.001-notifications',
  tenantTable('notifications', {
    softDelete: false,
    siteColumn: null,
    columns: [
      'user_id uuid not null',
      'title text not null',
      'body text not null',
      'event_id uuid',
      'effect_id uuid not null',
      'read_at timestamptz',
      'unique (effect_id, user_id)',
    ],
  }),
  'create index notifications_of_user on notifications (user_id, id desc)',
);

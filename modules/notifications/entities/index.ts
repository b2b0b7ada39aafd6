import type { TablesOf } from '@patchbay/kernel/database';
import { Notice } from './notice.ts';
import { Notification } from './notification.ts';
import { KeptChannel } from './notification-channel.ts';
import { NotificationDelivery } from './notification-delivery.ts';
import { NotificationPreference } from './notification-preference.ts';
import { NotificationTarget } from './notification-target.ts';

export const entities = [
  Notification,
  Notice,
  NotificationTarget,
  NotificationDelivery,
  NotificationPreference,
  KeptChannel,
];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}

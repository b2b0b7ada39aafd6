import { defineModule } from '@patchbay/kernel/modules';
import { contributedChat } from './channels/chat-channel.ts';
import { contributedEmail } from './channels/email-channel.ts';
import { Notice } from './entities/notice.ts';
import { Notification } from './entities/notification.ts';
import { KeptChannel } from './entities/notification-channel.ts';
import { NotificationDelivery } from './entities/notification-delivery.ts';
import { NotificationPreference } from './entities/notification-preference.ts';
import { NotificationTarget } from './entities/notification-target.ts';
import * as errors from './errors.ts';
import { channelFailing } from './events.ts';
import { sendDue, tidyUp, watchDue } from './jobs.ts';
import { noticeListener } from './listeners.ts';
import { createNotifications } from './migrations/001-notifications.ts';
import { createDeliveries } from './migrations/002-deliveries.ts';
import { organizationChannels } from './migrations/003-organization-rows.ts';
import { notificationProviders } from './providers.ts';
import { channelRoutes } from './routes/channels.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { inboxRoutes } from './routes/inbox.ts';
import { preferenceRoutes } from './routes/preferences.ts';
import { sealedColumns } from './sealed-columns.ts';

export default defineModule({
  id: 'notifications',
  title: 'Notifications',
  status: 'available',
  prefixes: ['/notifications'],
  requires: ['identity'],
  entities: [
    Notification,
    Notice,
    NotificationTarget,
    NotificationDelivery,
    NotificationPreference,
    KeptChannel,
  ],
  migrations: [createNotifications, createDeliveries, organizationChannels],
  providers: notificationProviders,
  errors: Object.values(errors),
  routes: [...inboxRoutes, ...preferenceRoutes, ...channelRoutes, ...deliveryRoutes],
  events: [channelFailing],
  jobs: [watchDue, sendDue, tidyUp],
  listeners: [noticeListener],
  contributes: [contributedEmail, contributedChat, ...sealedColumns],
});

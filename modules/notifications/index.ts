import { defineModule } from '@patchbay/kernel/modules';
import { NotificationsConfig } from './config.ts';
import { contributedChat } from './contributions/channels/chat-channel.ts';
import { contributedEmail } from './contributions/channels/email-channel.ts';
import { sealedColumns } from './contributions/sealed-columns.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { channelFailing } from './events.ts';
import { sendDue, tidyUp, watchDue } from './jobs.ts';
import { noticeListener } from './listeners.ts';
import { migrations } from './migrations/index.ts';
import { notificationProviders } from './providers.ts';
import { channelRoutes } from './routes/channels.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { inboxRoutes } from './routes/inbox.ts';
import { preferenceRoutes } from './routes/preferences.ts';

export default defineModule({
  id: 'notifications',
  title: 'Notifications',
  status: 'available',
  prefixes: ['/notifications'],
  requires: ['identity'],
  config: NotificationsConfig,
  entities,
  migrations,
  providers: notificationProviders,
  errors: Object.values(errors),
  routes: [...inboxRoutes, ...preferenceRoutes, ...channelRoutes, ...deliveryRoutes],
  events: [channelFailing],
  jobs: [watchDue, sendDue, tidyUp],
  listeners: [noticeListener],
  contributes: [contributedEmail, contributedChat, ...sealedColumns],
});

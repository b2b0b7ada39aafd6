import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { defineModule } from '@patchbay/kernel/modules';
import { ACCOUNTS } from '@patchbay/module-identity/contract';
import { inAppChannel } from './channel.ts';
import { Notification } from './entities/notification.ts';
import { createNotifications } from './migrations/001-notifications.ts';
import { notificationRoutes } from './routes.ts';
import { Inbox } from './services/inbox.ts';
import { INBOX } from './tokens.ts';

export default defineModule({
  id: 'notifications',
  title: 'Notifications',
  status: 'available',
  prefixes: ['/notifications'],
  requires: ['identity'],
  entities: [Notification],
  migrations: [createNotifications],
  providers: [provide(INBOX, [DATABASE, ACCOUNTS], (database, accounts) => new Inbox(database, accounts))],
  routes: notificationRoutes,
  contributes: [inAppChannel],
});

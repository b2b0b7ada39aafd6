import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { NotificationPatch, NotificationQuery, NotificationReply } from './schemas.ts';
import { INBOX } from './tokens.ts';

const deps = { inbox: INBOX };

export const notificationRoutes = [
  route({
    id: 'notifications.list',
    method: 'GET',
    path: '/notifications',
    summary: 'List your notifications, newest first',
    access: { authenticated: true, firstParty: true },
    query: NotificationQuery,
    reply: pageSchema(NotificationReply),
    deps,
    handle: ({ principal, query, deps }) => deps.inbox.list(principal, query),
  }),
  route({
    id: 'notifications.update',
    method: 'PATCH',
    path: '/notifications/{notification_id}',
    summary: 'Mark one of your notifications as read or not read',
    access: { authenticated: true, firstParty: true },
    body: NotificationPatch,
    reply: NotificationReply,
    deps,
    handle: ({ principal, params, body, request, deps }) =>
      deps.inbox.mark(principal, params.notification_id, body.read, request.if_match),
  }),
];

import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import {
  InboxCounts,
  MarkAllInput,
  MarkAllReply,
  NotificationPatch,
  NotificationQuery,
  NotificationReply,
} from '../schemas.ts';
import { Inbox } from '../services/preferences/inbox.ts';

const deps = { inbox: Inbox };
const access = { authenticated: true, firstParty: true } as const;

export const inboxRoutes = [
  route({
    id: 'notifications.list',
    method: 'GET',
    path: '/notifications',
    summary: 'List your notifications, newest first',
    access,
    query: NotificationQuery,
    reply: pageSchema(NotificationReply),
    deps,
    handle: ({ principal, query, deps }) => deps.inbox.list(principal, query),
  }),
  route({
    id: 'notifications.counts',
    method: 'GET',
    path: '/notifications/counts',
    summary: 'How many notifications you have, and how many of them you have not read',
    access,
    reply: InboxCounts,
    deps,
    handle: ({ principal, deps }) => deps.inbox.counts(principal),
  }),
  route({
    id: 'notifications.mark_all',
    method: 'POST',
    path: '/notifications/mark-all',
    summary: 'Mark all your notifications as read or not read',
    access,
    body: MarkAllInput,
    reply: MarkAllReply,
    unaudited: 'where nothing is left to mark nothing changes; what is marked is recorded',
    deps,
    handle: ({ principal, body, deps }) => deps.inbox.markAll(principal, body),
  }),
  route({
    id: 'notifications.get',
    method: 'GET',
    path: '/notifications/{notification_id}',
    summary: 'One of your notifications',
    access,
    reply: NotificationReply,
    deps,
    handle: ({ principal, params, deps }) => deps.inbox.get(principal, params.notification_id),
  }),
  route({
    id: 'notifications.update',
    method: 'PATCH',
    path: '/notifications/{notification_id}',
    summary: 'Mark one of your notifications as read or not read',
    access,
    body: NotificationPatch,
    reply: NotificationReply,
    deps,
    handle: ({ principal, params, body, request, deps }) =>
      deps.inbox.mark(principal, params.notification_id, body.read, request.if_match),
  }),
];

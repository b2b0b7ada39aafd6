import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { DeliveryQuery, DeliveryReply } from '../schemas.ts';
import { DeliveryRecord } from '../services/delivery/delivery-record.ts';

export const deliveryRoutes = [
  route({
    id: 'notifications.list_deliveries',
    method: 'GET',
    path: '/notifications/deliveries',
    summary: 'List deliveries of notifications, per receiver and channel',
    description:
      'Administrators of the organization see all of them, other users their own; kept for 30 days.',
    access: { authenticated: true, firstParty: true },
    query: DeliveryQuery,
    reply: pageSchema(DeliveryReply),
    deps: { record: DeliveryRecord },
    handle: ({ principal, query, deps }) => deps.record.list(principal, query),
  }),
];

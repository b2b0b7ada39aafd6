import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { tooManyWaiting, webhookNotEnabled } from '../errors.ts';
import { webhookWrite } from '../permissions.ts';
import {
  DeliveryDetail,
  DeliveryQuery,
  DeliveryReply,
  ReplayInput,
  ReplayReply,
  TestInput,
} from '../schemas/deliveries.ts';
import { DeliveryLog } from '../services/delivery/delivery-log.ts';
import { ManualDeliveries } from '../services/delivery/manual-deliveries.ts';
import { Replay } from '../services/delivery/replay.ts';

const access = { permission: webhookWrite.id };
const deps = { log: DeliveryLog };
const asked = { asked: ManualDeliveries };

export const deliveryRoutes = [
  route({
    id: 'webhooks.deliveries.list',
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries',
    summary: 'List the deliveries of a webhook, newest first',
    access,
    query: DeliveryQuery,
    reply: pageSchema(DeliveryReply),
    deps,
    handle: ({ principal, params, query, deps }) => deps.log.list(principal, params.webhook_id, query),
  }),
  route({
    id: 'webhooks.deliveries.get',
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}',
    summary: 'Get a delivery with its requests and answers',
    access,
    reply: DeliveryDetail,
    deps,
    handle: ({ principal, params, deps }) => deps.log.get(principal, params.webhook_id, params.delivery_id),
  }),
  route({
    id: 'webhooks.deliveries.resend',
    method: 'POST',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/resend',
    summary: 'Send an event again, as a new delivery with the number it had and a fresh signature',
    access,
    status: 201,
    reply: DeliveryReply,
    errors: [tooManyWaiting],
    deps: asked,
    handle: ({ principal, params, deps }) =>
      deps.asked.resend(principal, params.webhook_id, params.delivery_id),
  }),
  route({
    id: 'webhooks.test',
    method: 'POST',
    path: '/webhooks/{webhook_id}/test',
    summary: 'Send one event as a test, once; its delivery shows the outcome',
    access,
    body: TestInput,
    status: 201,
    reply: DeliveryReply,
    errors: [tooManyWaiting],
    deps: asked,
    handle: ({ principal, params, body, deps }) =>
      deps.asked.test(principal, params.webhook_id, body.event_id),
  }),
  route({
    id: 'webhooks.replay',
    method: 'POST',
    path: '/webhooks/{webhook_id}/replay',
    summary: 'Deliver every event since a time again, in order; later events follow',
    access,
    body: ReplayInput,
    status: 202,
    reply: ReplayReply,
    errors: [webhookNotEnabled],
    deps: { replay: Replay },
    handle: ({ principal, params, body, deps }) =>
      deps.replay.replay(principal, params.webhook_id, body.since),
  }),
];

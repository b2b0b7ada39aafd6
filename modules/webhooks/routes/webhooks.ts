import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { rotationUnderWay, tooManyWebhooks } from '../errors.ts';
import { webhookWrite } from '../permissions.ts';
import {
  CreatedWebhook,
  RotateInput,
  RotateReply,
  StatusReply,
  WebhookInput,
  WebhookPatch,
  WebhookQuery,
  WebhookReply,
} from '../schemas/webhooks.ts';
import { SecretRotation } from '../services/subscriptions/secret-rotation.ts';
import { SubscriptionStatus } from '../services/subscriptions/subscription-status.ts';
import { Subscriptions } from '../services/subscriptions/subscriptions.ts';

const access = { permission: webhookWrite.id };
const deps = { subscriptions: Subscriptions };

export const subscriptionRoutes = [
  route({
    id: 'webhooks.create',
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook; its secret is shown this once, and events leave on your authority',
    access,
    body: WebhookInput,
    status: 201,
    reply: CreatedWebhook,
    secretReply: true,
    errors: [tooManyWebhooks],
    deps,
    handle: ({ principal, body, deps }) => deps.subscriptions.create(principal, body),
  }),
  route({
    id: 'webhooks.list',
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks',
    access,
    query: WebhookQuery,
    reply: pageSchema(WebhookReply),
    deps,
    handle: ({ principal, query, deps }) => deps.subscriptions.list(principal, query),
  }),
  route({
    id: 'webhooks.get',
    method: 'GET',
    path: '/webhooks/{webhook_id}',
    summary: 'Get a webhook',
    access,
    reply: WebhookReply,
    deps,
    handle: ({ principal, params, deps }) => deps.subscriptions.get(principal, params.webhook_id),
  }),
  route({
    id: 'webhooks.update',
    method: 'PATCH',
    path: '/webhooks/{webhook_id}',
    summary:
      'Change a webhook; changing its destination, events or template, or enabling it, makes you its author',
    access,
    body: WebhookPatch,
    reply: WebhookReply,
    deps,
    handle: ({ principal, params, body, request, deps }) =>
      deps.subscriptions.update(principal, params.webhook_id, body, request.if_match),
  }),
  route({
    id: 'webhooks.delete',
    method: 'DELETE',
    path: '/webhooks/{webhook_id}',
    summary: 'Delete a webhook; what waits for it is given up',
    access,
    status: 204,
    deps,
    handle: ({ principal, params, deps }) => deps.subscriptions.remove(principal, params.webhook_id),
  }),
  route({
    id: 'webhooks.status',
    method: 'GET',
    path: '/webhooks/{webhook_id}/status',
    summary: 'How far the deliveries of a webhook have come',
    access,
    reply: StatusReply,
    deps: { status: SubscriptionStatus },
    handle: ({ principal, params, deps }) => deps.status.of(principal, params.webhook_id),
  }),
  route({
    id: 'webhooks.rotate_secret',
    method: 'POST',
    path: '/webhooks/{webhook_id}/rotate-secret',
    summary: 'Give a webhook another secret',
    description:
      'The new secret is shown this once. Until the overlap ends, X-Webhook-Signature holds a signature by each of both, the new one first, parted by a comma; a receiver accepts a delivery if any of them is right.',
    access,
    body: RotateInput,
    reply: RotateReply,
    secretReply: true,
    errors: [rotationUnderWay],
    deps: { rotation: SecretRotation },
    handle: ({ principal, params, body, deps }) =>
      deps.rotation.rotate(principal, params.webhook_id, body.overlap_seconds),
  }),
];

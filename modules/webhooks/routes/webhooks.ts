import { resource, route } from '@patchbay/kernel/http';
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

const webhooks = resource({
  id: 'webhooks',
  path: '/webhooks',
  parameter: 'webhook_id',
  service: Subscriptions,
  read: access,
  write: access,
  reply: WebhookReply,
});

export const subscriptionRoutes = [
  webhooks.create({
    summary: 'Create a webhook; its secret is shown this once, and events leave on your authority',
    body: WebhookInput,
    reply: CreatedWebhook,
    secretReply: true,
    errors: [tooManyWebhooks],
  }),
  webhooks.list({
    summary: 'List webhooks',
    query: WebhookQuery,
  }),
  webhooks.get({ summary: 'Get a webhook' }),
  webhooks.update({
    summary:
      'Change a webhook; changing its destination, events or template, or enabling it, makes you its author',
    body: WebhookPatch,
  }),
  webhooks.remove({ summary: 'Delete a webhook; its waiting deliveries are given up' }),
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

import type { TablesOf } from '@patchbay/kernel/database';
import { WebhookDelivery } from './webhook-delivery.ts';
import { WebhookQueue } from './webhook-queue.ts';
import { WebhookSubscription } from './webhook-subscription.ts';
import { WebhookTemplate } from './webhook-template.ts';

export const entities = [WebhookSubscription, WebhookQueue, WebhookDelivery, WebhookTemplate];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}

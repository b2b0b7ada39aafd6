import type { ReplyOf } from '@patchbay/console-kit';

export type Delivery = ReplyOf<'GET', '/webhooks/{webhook_id}/deliveries/{delivery_id}'>;

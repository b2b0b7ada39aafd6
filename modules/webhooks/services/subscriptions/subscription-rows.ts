import { columnsOf, type PageQuery, TableRows } from '@patchbay/kernel/database';
import { WebhookReply } from '../../schemas/webhooks.ts';

const shown = columnsOf(WebhookReply);
const order = { searched: ['name', 'url'], sort: '-created_at' } as const;

export interface SubscriptionQuery extends PageQuery {
  readonly is_enabled?: boolean | undefined;
}

/** Webhooks as their readers see them. */
export const shownSubscriptions = new TableRows('webhook_subscriptions', { ...order, columns: shown });

/** The same with their secrets, sealed, and what their author may do. */
export const subscriptions = new TableRows('webhook_subscriptions', {
  ...order,
  columns: [...shown, 'author_scopes', 'sealed_secret', 'sealed_former_secret'],
});

export type SubscriptionRow = Awaited<ReturnType<typeof subscriptions.get>>;

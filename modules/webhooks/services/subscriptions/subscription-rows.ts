import {
  columnsOf,
  containing,
  type Page,
  type PageQuery,
  readPage,
  type Unit,
} from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import { WebhookReply, type WebhookView } from '../../schemas/webhooks.ts';

const shown = columnsOf(WebhookReply);
const all = [...shown, 'author_scopes', 'sealed_secret', 'sealed_former_secret'] as const;

export interface SubscriptionQuery extends PageQuery {
  readonly is_enabled?: boolean | undefined;
}

export async function subscriptionRow({ sql: db }: Unit, id: string, lock = false) {
  const found = db
    .selectFrom('webhook_subscriptions')
    .select(all)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  const row = await (lock ? found.forNoKeyUpdate() : found).executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

export type SubscriptionRow = Awaited<ReturnType<typeof subscriptionRow>>;

export async function subscriptionView({ sql: db }: Unit, id: string): Promise<WebhookView> {
  const row = await db
    .selectFrom('webhook_subscriptions')
    .select(shown)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

export function subscriptionPage({ sql: db }: Unit, query: SubscriptionQuery): Promise<Page<WebhookView>> {
  let found = db.selectFrom('webhook_subscriptions').where('deleted_at', 'is', null);
  if (query.is_enabled !== undefined) found = found.where('is_enabled', '=', query.is_enabled);
  if (query.search) {
    const pattern = containing(query.search);
    found = found.where((e) => e.or([e('name', 'ilike', pattern), e('url', 'ilike', pattern)]));
  }
  return readPage(found.select(shown), query, { sort: '-created_at' });
}

export async function subscriptionCount({ sql: db }: Unit): Promise<number> {
  const { total } = await db
    .selectFrom('webhook_subscriptions')
    .where('deleted_at', 'is', null)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

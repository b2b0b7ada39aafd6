import { type Database, foundBy, type Page, readPage, sql, type Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { SubscriptionRules } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import { REDACTED } from '@patchbay/kernel/telemetry';
import type { DeliveryDetailView, DeliveryFilter, DeliveryView } from '../../schemas/deliveries.ts';
import { subscriptions } from '../subscriptions/subscription-rows.ts';

const shown = [
  'id',
  'subscription_id as webhook_id',
  'kind',
  'status',
  'reason',
  'event_id',
  'event_type',
  'sequence',
  'resend_of',
  'attempts',
  'first_attempt_at',
  'last_attempt_at',
  'next_attempt_at',
  'finished_at',
  'created_at',
  'updated_at',
] as const;

/** Requests to receivers and their answers, as far as a reader may see the events themselves. */
export class DeliveryLog extends Service<{
  database: Pick<Database, 'read'>;
  rules: Pick<SubscriptionRules, 'mayHear'>;
}> {
  /** Newest first. */
  list(principal: Principal, webhook_id: string, query: DeliveryFilter): Promise<Page<DeliveryView>> {
    return this.parts.database.read(principal, async (unit) => {
      await subscriptions.get(unit, webhook_id);
      let found = unit.sql.selectFrom('webhook_deliveries').where('subscription_id', '=', webhook_id);
      if (query.kind !== undefined) found = found.where('kind', '=', query.kind);
      if (query.status !== undefined) found = found.where('status', '=', query.status);
      if (query.sequence !== undefined) found = found.where('sequence', '=', query.sequence);
      if (query.event_id !== undefined) found = found.where('event_id', '=', query.event_id);
      if (query.site_id !== undefined) found = found.where('event_site_id', '=', query.site_id);
      found = found.where(
        foundBy(query.search, { texts: [sql.ref('event_type')], ids: [sql.ref('id'), sql.ref('event_id')] }),
      );
      // Ids rise with time, and have an index.
      const sort = query.sort === 'created_at' ? 'id' : '-id';
      return readPage(found.select(shown), { ...query, sort }, { sort });
    });
  }

  get(principal: Principal, webhook_id: string, id: string): Promise<DeliveryDetailView> {
    return this.parts.database.read(principal, async (unit) => {
      await subscriptions.get(unit, webhook_id);
      const { event_site_id, organization_id, request, answer, tries, ...delivery } = await detailRow(
        unit,
        webhook_id,
        id,
      );
      const isVisible =
        delivery.event_id === null ||
        this.parts.rules.mayHear(principal, { ...delivery, site_id: event_site_id, organization_id });
      const shownOf = <T extends { readonly body: string }>(kept: T | null): T | null =>
        kept === null || isVisible ? kept : { ...kept, body: REDACTED };
      return { ...delivery, tries: [...tries], request: shownOf(request), answer: shownOf(answer) };
    });
  }
}

export async function deliveryView({ sql: db }: Unit, id: string): Promise<DeliveryView> {
  return db.selectFrom('webhook_deliveries').select(shown).where('id', '=', id).executeTakeFirstOrThrow();
}

async function detailRow({ sql: db }: Unit, webhook_id: string, id: string) {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select([...shown, 'event_site_id', 'organization_id', 'request', 'answer', 'tries'])
    .where('id', '=', id)
    .where('subscription_id', '=', webhook_id)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

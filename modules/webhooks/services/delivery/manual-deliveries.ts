import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { SubscriptionRules } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Clock } from '@patchbay/kernel/telemetry';
import { tooManyWaiting } from '../../errors.ts';
import type { DeliveryView } from '../../schemas/deliveries.ts';
import { makeDue } from '../queue/queue.ts';
import { subscriptions } from '../subscriptions/subscription-rows.ts';
import { deliveryView } from './delivery-log.ts';
import { eventsById, TEST_EVENT_TYPE } from './sent-event.ts';

export interface ManualDeps {
  readonly database: Pick<Database, 'write'>;
  readonly rules: Pick<SubscriptionRules, 'mayHear'>;
  readonly clock: Clock;
  /** Says that something is due. */
  readonly wake: () => void;
}

interface Asked {
  readonly kind: 'resend' | 'test';
  readonly event_id: string | null;
  readonly event_cursor: number | null;
  readonly event_type: string;
  readonly event_site_id: string | null;
  readonly sequence: number | null;
  readonly resend_of: string | null;
}

const MAX_WAITING = 100;

/** Deliveries that people ask for one by one, also while the subscription is switched off. */
export class ManualDeliveries extends Service<ManualDeps> {
  /** A new delivery of the same event, with the number it had, a fresh timestamp and a fresh signature. */
  resend(principal: Principal, webhook_id: string, delivery_id: string): Promise<DeliveryView> {
    return this.parts.database.write(principal, async (work) => {
      await subscriptions.get(work, webhook_id);
      const former = await work.sql
        .selectFrom('webhook_deliveries')
        .select(['event_id', 'event_cursor', 'event_type', 'event_site_id', 'sequence'])
        .where('id', '=', delivery_id)
        .where('subscription_id', '=', webhook_id)
        .executeTakeFirst();
      if (former === undefined) throw notFound();
      return this.#add(work, webhook_id, { ...former, kind: 'resend', resend_of: delivery_id });
    });
  }

  /** One try of an event that the caller may see, or of one that is made up; it takes no number. */
  test(principal: Principal, webhook_id: string, event_id: string | undefined): Promise<DeliveryView> {
    return this.parts.database.write(principal, async (work) => {
      await subscriptions.get(work, webhook_id);
      const event = event_id === undefined ? undefined : (await eventsById(work, [event_id])).get(event_id);
      if (event_id !== undefined && (event === undefined || !this.parts.rules.mayHear(principal, event)))
        throw notFound();
      return this.#add(work, webhook_id, {
        kind: 'test',
        event_id: event_id ?? null,
        event_cursor: null,
        event_type: event?.event_type ?? TEST_EVENT_TYPE,
        event_site_id: event?.site_id ?? null,
        sequence: null,
        resend_of: null,
      });
    });
  }

  async #add(work: UnitOfWork, subscription_id: string, asked: Asked): Promise<DeliveryView> {
    const { total } = await work.sql
      .selectFrom('webhook_deliveries')
      .where('subscription_id', '=', subscription_id)
      .where('status', '=', 'waiting')
      .where('kind', 'in', ['resend', 'test'])
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    if (total >= MAX_WAITING) throw tooManyWaiting({ retryAfterSeconds: 60 });
    const id = newId();
    const now = this.parts.clock.now();
    await work.sql
      .insertInto('webhook_deliveries')
      .values({
        id,
        organization_id: work.organization_id,
        subscription_id,
        ...asked,
        status: 'waiting',
        aside: true,
        attempts: 0,
        next_attempt_at: now.toISOString(),
        tries: sql<readonly never[]>`'[]'::jsonb`,
      })
      .execute();
    await makeDue(work, subscription_id, now);
    work.audit.record({
      action: `webhooks.${asked.kind}`,
      target_type: 'webhook',
      target_id: subscription_id,
      detail: { delivery_id: id, event_id: asked.event_id, resend_of: asked.resend_of },
    });
    work.afterCommit(() => this.parts.wake());
    return deliveryView(work, id);
  }
}

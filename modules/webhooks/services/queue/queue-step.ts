import { Semaphore } from '@patchbay/kernel/concurrency';
import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { EventRegistry, SubscriptionRules } from '@patchbay/kernel/events';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { DisabledReason } from '../../contract.ts';
import { type Outcome, recordOutcomes } from '../delivery/record-outcomes.ts';
import { authorNow } from '../subscriptions/author-now.ts';
import type { SigningSecrets } from '../subscriptions/signing-secrets.ts';
import { beginDeliveries, type Outgoing } from './begin-deliveries.ts';
import { type LockedQueue, lanesOf, lockQueue } from './locked-queue.ts';
import { materialiseDeliveries } from './materialise-deliveries.ts';
import { nextDue } from './next-due.ts';
import { cancelWaiting } from './queue.ts';
import type { Claim } from './queue-claims.ts';
import { type WaitingDelivery, type WaitingOf, waitingOf } from './waiting-deliveries.ts';

export interface QueueStepDeps {
  readonly database: Pick<Database, 'write'>;
  readonly registry: Pick<EventRegistry, 'visibleIn'>;
  readonly rules: Pick<SubscriptionRules, 'mayHear'>;
  readonly secrets: SigningSecrets;
  readonly clock: Clock;
  /** When the module was switched on; null: it always was. Earlier events were skipped (DECISIONS 35). */
  readonly moduleSince: () => string | null;
}

/** Next step of the holder of a claim. */
export type Step =
  | { readonly do: 'send'; readonly deliveries: readonly Outgoing[] }
  /** Something was moved on, nothing is to be sent: ask again. */
  | { readonly do: 'again' }
  /** Nothing is due; the claim is still held. */
  | { readonly do: 'rest' }
  | { readonly do: 'disable'; readonly reason: DisabledReason }
  | { readonly do: 'lost' };

/** Many receivers may be waited for at once; connections to PostgreSQL are everybody's. */
const STEPS = { maxAtOnce: 3, maxWaiting: 1_000, maxWaitMs: 10_000 };

/**
 * One step of a subscription, in one transaction under the lock of its queue: outcomes of the last tries are
 * recorded, deliveries are made from the log, and the next are begun. A process that dies before or after it
 * leaves nothing half done; one that dies between two steps leaves a try without an end, which is made again with
 * the same id.
 */
export class QueueStep extends Service<QueueStepDeps> {
  readonly #steps = new Semaphore(STEPS);

  /** Without `mayBegin` the tries are recorded, and nothing else. */
  step(claim: Claim, outcomes: readonly Outcome[], mayBegin: boolean): Promise<Step> {
    return this.#locked<Step>(claim, { do: 'lost' }, async (work, queue) => {
      const now = this.parts.clock.now();
      const reason = await recordOutcomes(work, queue, outcomes, now);
      if (reason !== null && queue.is_enabled) return { do: 'disable', reason };
      if (!mayBegin) return { do: 'rest' };
      if (!queue.is_enabled)
        await cancelWaiting(work, queue.id, 'webhook_disabled', queue.is_deleted ? 'all' : 'in_order');
      return this.#next(work, queue, now);
    });
  }

  async #next(work: UnitOfWork, queue: LockedQueue, now: Date): Promise<Step> {
    const { registry, rules, secrets, moduleSince } = this.parts;
    const [author, waiting] = await Promise.all([authorNow(work, queue), waitingOf(work, queue)]);
    if (author === null && queue.is_enabled) return { do: 'disable', reason: 'author_disabled' };
    const due = dueOf(waiting, now);
    const isBehind = queue.is_enabled && queue.position < queue.wanted_to;
    const room = isBehind ? lanesOf(queue) - waiting.heads.length : 0;
    if (due.length === 0 && room === 0) return { do: 'rest' };
    const options = { rules, secrets: secrets.valid(queue, now), now: now.toISOString() };
    const begun = await beginDeliveries(work, queue, due, { author, ...options });
    const fresh =
      author === null || room === 0
        ? []
        : await materialiseDeliveries(work, queue, {
            ...{ author, ...options, maxBegun: room },
            known_types: registry.visibleIn(queue.organization_id).map(({ type }) => type),
            module_since: moduleSince(),
          });
    const deliveries = [...begun, ...fresh];
    return deliveries.length === 0 ? { do: 'again' } : { do: 'send', deliveries };
  }

  /** Gives the subscription back and notes when it has something to do again. */
  rest(claim: Claim): Promise<void> {
    return this.#locked(claim, undefined, async (work, queue) => {
      const now = this.parts.clock.now();
      const { heads, asides } = await waitingOf(work, queue);
      const { dueMs, blocked } = nextDue(
        { heads: heads.map(nextMs), aside: asides[0] ? nextMs(asides[0]) : null },
        {
          nowMs: now.getTime(),
          lanes: lanesOf(queue),
          is_enabled: queue.is_enabled,
          is_behind: queue.position < queue.wanted_to,
        },
      );
      await work.sql
        .updateTable('webhook_queues')
        .set({
          due_at: dueMs === null ? null : new Date(dueMs).toISOString(),
          blocked,
          claim_id: null,
          lease_until: null,
        })
        .where('id', '=', claim.id)
        .execute();
    });
  }

  #locked<T>(claim: Claim, lost: T, work: (unit: UnitOfWork, queue: LockedQueue) => Promise<T>): Promise<T> {
    return this.#steps.run(() =>
      this.parts.database.write(systemPrincipal(claim.organization_id), async (unit) => {
        const queue = await lockQueue(unit, claim);
        return queue === null ? lost : work(unit, queue);
      }),
    );
  }
}

const nextMs = ({ next_attempt_at }: WaitingDelivery): number => Date.parse(next_attempt_at);

const dueOf = ({ heads, asides }: WaitingOf, now: Date): readonly WaitingDelivery[] =>
  [...asides, ...heads].filter((delivery) => nextMs(delivery) <= now.getTime());

import { Service } from '@patchbay/kernel/di';
import type { Outgoing } from '../queue/begin-deliveries.ts';
import { MAX_SENT_AT_ONCE } from '../queue/locked-queue.ts';
import type { Claim } from '../queue/queue-claims.ts';
import type { QueueStep } from '../queue/queue-step.ts';
import type { Disabling } from '../subscriptions/disabling.ts';
import { type Outcome, SLOW_MS } from './record-outcomes.ts';
import type { WebhookPost } from './webhook-post.ts';

/** Steps of one turn; then another subscription may have the place. */
const MAX_STEPS = 50;
const MAX_TURN_MS = 10_000;

/**
 * A subscription's turn: it delivers until nothing is due, or a receiver fails or takes long, or others have
 * waited enough.
 */
export class DeliveryTurn extends Service<{
  queueStep: Pick<QueueStep, 'step' | 'rest'>;
  post: Pick<WebhookPost, 'send' | 'putOff'>;
  disabling: Pick<Disabling, 'disable'>;
}> {
  async run(claim: Claim, signal: AbortSignal): Promise<void> {
    const startedMs = performance.now();
    let outcomes: readonly Outcome[] = [];
    for (let count = 0; ; count += 1) {
      const isTimely = count < MAX_STEPS && performance.now() - startedMs < MAX_TURN_MS;
      const mayBegin = isTimely && !signal.aborted && outcomes.every(isQuick);
      const step = await this.parts.queueStep.step(claim, outcomes, mayBegin);
      outcomes = [];
      if (step.do === 'lost') return;
      if (step.do === 'rest') break;
      if (step.do === 'disable') await this.parts.disabling.disable(claim, step.reason);
      if (step.do === 'send') outcomes = await this.#sendAll(step.deliveries, signal);
    }
    await this.parts.queueStep.rest(claim);
  }

  /** Unordered ones at once, the others a few at a time; slow answers put off the unsent rest. */
  async #sendAll(deliveries: readonly Outgoing[], signal: AbortSignal): Promise<readonly Outcome[]> {
    const startedMs = performance.now();
    const isLate = (): boolean => signal.aborted || performance.now() - startedMs > SLOW_MS;
    const { asides = [], heads = [] } = Object.groupBy(deliveries, ({ aside }) =>
      aside ? 'asides' : 'heads',
    );
    const left = heads.values();
    const lane = async (): Promise<readonly Outcome[]> => {
      const outcomes: Outcome[] = [];
      for (const delivery of left)
        outcomes.push(
          isLate() ? this.parts.post.putOff(delivery) : await this.parts.post.send(delivery, signal),
        );
      return outcomes;
    };
    const lanes = Array.from({ length: MAX_SENT_AT_ONCE }, lane);
    const beside = asides.map((delivery) => this.parts.post.send(delivery, signal));
    return (await Promise.all([Promise.all(beside), ...lanes])).flat();
  }
}

const isQuick = ({ duration_ms, result }: Outcome): boolean =>
  duration_ms <= SLOW_MS && result === 'delivered';

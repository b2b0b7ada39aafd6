import { Service } from '../../../../di/index.ts';
import type { Clock } from '../../../../telemetry/index.ts';
import { requestTimedOut } from '../../http-errors.ts';
import type { Exchange } from '../../request/exchange.ts';
import type { RequestRecord } from '../../request/request-record.ts';
import type { Step } from '../step.ts';
import type { Replies } from './replies.ts';

/** Requests that are not answered yet; each is recorded once it has ended. */
export class InFlight extends Service<{
  replies: Pick<Replies, 'refuse'>;
  record: RequestRecord;
  clock: Clock;
}> {
  readonly #exchanges = new Set<Exchange>();

  readonly step: Step = async ({ state: { exchange } }, next) => {
    this.#exchanges.add(exchange);
    try {
      await next();
    } finally {
      this.#exchanges.delete(exchange);
      this.parts.record.done(exchange, this.parts.clock.monotonicMs() - exchange.startedMs);
    }
  };

  /** Answers 504 to requests that run longer than this, and ends their signal (RULES R14). */
  expire(longerThanMs: number): void {
    const nowMs = this.parts.clock.monotonicMs();
    for (const exchange of this.#exchanges)
      if (nowMs - exchange.startedMs > longerThanMs && !exchange.res.headersSent) {
        exchange.abort();
        void this.parts.replies.refuse(exchange, requestTimedOut());
      }
  }

  /** Ends the signals of all requests: the server stops waiting for them. */
  abortAll(): void {
    for (const exchange of this.#exchanges) exchange.abort();
  }
}

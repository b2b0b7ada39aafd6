import type { Logger } from '@patchbay/kernel/telemetry';
import { LeasedWorker } from '@patchbay/runs';
import type { ClaimedReceiver, ReceiverClaims } from './receiver-claims.ts';
import type { ReceiverSending } from './receiver-sending.ts';

export interface WorkerOptions {
  readonly claims: Pick<ReceiverClaims, 'claim' | 'release' | 'untilNextMs'>;
  readonly sending: Pick<ReceiverSending, 'carryOut'>;
  readonly logger: Logger;
}

/** Sends due messages and publishes outcomes. */
export class DeliveryWorker {
  readonly #worker: LeasedWorker<ClaimedReceiver>;
  readonly #listeners = new Set<(target_id: string) => void>();

  constructor({ claims, sending, logger }: WorkerOptions) {
    this.#worker = new LeasedWorker({
      noun: 'notifications',
      // At a stop none is given back: a message that is cut off may have got out, and waits for its lease.
      queue: {
        claim: (held) => claims.claim(held),
        untilNextMs: (held) => claims.untilNextMs(held),
      },
      logger,
      carryOut: async (claim, signal) => {
        try {
          await sending.carryOut(claim, signal, () => this.#tell(claim.id));
          await claims.release([claim]);
        } finally {
          this.#tell(claim.id);
        }
      },
    });
  }

  /** Says that something may be due. */
  wake(): void {
    this.#worker.wake();
  }

  /** Resolves after the next message of this process to one of these receivers has ended, or after `maxMs`. */
  nextOutcome(target_ids: readonly string[], maxMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const listener = (target_id: string): void => {
        if (target_ids.includes(target_id)) end();
      };
      const end = (): void => {
        clearTimeout(timer);
        this.#listeners.delete(listener);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, maxMs);
      this.#listeners.add(listener);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });
  }

  #tell(target_id: string): void {
    for (const listener of [...this.#listeners]) listener(target_id);
  }

  /** Lets the messages under way end. */
  stop(): Promise<void> {
    return this.#worker.stop();
  }
}

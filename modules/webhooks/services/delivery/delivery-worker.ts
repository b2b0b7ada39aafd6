import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@patchbay/kernel/telemetry';
import { PLACE_LIMITS, type PlaceLimits } from '../queue/places.ts';
import type { Claim, QueueClaims } from '../queue/queue-claims.ts';
import type { DeliveryTurn } from './delivery-turn.ts';

export interface DeliveryWorkerOptions {
  readonly claims: Pick<QueueClaims, 'claim' | 'untilDueMs' | 'giveBack'>;
  readonly turn: Pick<DeliveryTurn, 'run'>;
  readonly logger: Logger;
  /** Switched off, the module sends nothing (DECISIONS 35). */
  readonly isEnabled: () => boolean;
  readonly limits?: PlaceLimits;
}

interface Active {
  readonly claim: Claim;
  readonly ended: Promise<void>;
}

const LONGEST_LOOK_MS = 5_000;
/** What another process holds, or left behind when it died, is looked at again so soon. */
const HELD_ELSEWHERE_MS = 2_000;
const STOP_MS = 5_000;
const AFTER_FAILURE_MS = 1_000;

/**
 * Serves subscriptions that have something to do, a bounded number at once, claimed from PostgreSQL under a lease.
 * While any waits for its time, in whatever process it was served last, this one looks again every few seconds.
 */
export class DeliveryWorker {
  readonly #options: Required<DeliveryWorkerOptions>;
  readonly #active = new Map<string, Active>();
  readonly #abort = new AbortController();
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DeliveryWorkerOptions) {
    this.#options = { limits: PLACE_LIMITS, ...options };
  }

  /** Says that something may be due; costs nothing while it is being looked for. */
  wake(): void {
    if (this.#stopped || !this.#options.isEnabled()) return;
    this.#again = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
      if (this.#again) this.wake();
    });
  }

  async #claimAll(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        const claims = await this.#options.claims.claim(this.#held(), this.#options.limits);
        for (const claim of claims) this.#start(claim);
        if (claims.length > 0) this.#again = true;
      }
      await this.#lookLater();
    } catch (error) {
      this.#options.logger.warn('taking webhooks failed; the next look tries again', { error });
      this.#lookIn(LONGEST_LOOK_MS);
    }
  }

  #held(): readonly Claim[] {
    return [...this.#active.values()].map(({ claim }) => claim);
  }

  #start(claim: Claim): void {
    const ended = this.#serve(claim).finally(() => {
      this.#active.delete(claim.id);
      this.wake();
    });
    this.#active.set(claim.id, { claim, ended });
  }

  /** Where PostgreSQL fails, it is asked again after a moment, not at once. */
  async #serve(claim: Claim): Promise<void> {
    const { turn, logger } = this.#options;
    try {
      await turn.run(claim, this.#abort.signal);
    } catch (error) {
      logger.warn('a webhook stopped midway; it goes on in a moment', { webhook_id: claim.id, error });
      await pause(AFTER_FAILURE_MS);
      await this.#giveBack([claim]);
    }
  }

  async #giveBack(claims: readonly Claim[]): Promise<void> {
    await this.#options.claims.giveBack(claims).catch((error: unknown) => {
      this.#options.logger.warn('webhooks could not be given back; their leases end by themselves', {
        error,
      });
    });
  }

  async #lookLater(): Promise<void> {
    const untilMs = await this.#options.claims.untilDueMs();
    if (untilMs === null) return;
    this.#lookIn(untilMs === 0 ? HELD_ELSEWHERE_MS : Math.min(untilMs, LONGEST_LOOK_MS));
  }

  #lookIn(delayMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), delayMs).unref();
  }

  /** Lets what is under way end for a moment, then gives everything back; what was cut off is sent again elsewhere. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#claiming;
    const late = () => pause(STOP_MS, undefined, { ref: false });
    const allEnded = (): Promise<unknown> =>
      Promise.all([...this.#active.values()].map(({ ended }) => ended));
    await Promise.race([allEnded(), late()]);
    this.#abort.abort();
    await Promise.race([allEnded(), late()]);
    await this.#giveBack(this.#held());
  }
}

import { Semaphore } from '@patchbay/kernel/concurrency';
import type { Clock } from '@patchbay/kernel/telemetry';
import { AdapterError } from '@patchbay/vendor-kit';

/** Limits of what the platform does to one controller at a time. */
export interface BulkheadLimits {
  /** Exchanges under way at once. */
  readonly maxAtOnce: number;
  /** Exchanges that may wait for a place. */
  readonly maxWaiting: number;
  readonly waitMs: number;
  /** Failed contacts in a row after which the controller is left alone. */
  readonly failures: number;
  readonly restMs: number;
}

const limits: BulkheadLimits = { maxAtOnce: 2, maxWaiting: 20, waitMs: 10_000, failures: 5, restMs: 30_000 };
/** Failures that show that the controller is away, overloaded, or counts our sign-ins towards a lockout. */
const contactFailures = new Set([
  'adapter_connection_error',
  'adapter_authentication_error',
  'adapter_timeout',
]);

/** Nothing was sent: the controller is left alone for a while. The controller's status does not change. */
export class ControllerPaused extends AdapterError {
  constructor(failures: number, seconds: number) {
    const message = `The controller failed ${failures} times in a row; it is tried again in ${seconds} s.`;
    super('adapter_connection_error', 'not_sent', message);
  }
}

/**
 * Bulkhead and login budget of one controller: two exchanges at once, a bounded queue, and after five failed
 * contacts in a row half a minute of rest, so that polling neither piles up nor locks the vendor's account.
 */
export class ControllerBulkhead {
  readonly #clock: Clock;
  readonly #limits: BulkheadLimits;
  readonly #places: Semaphore;
  #failures = 0;
  #restsUntilMs = 0;

  constructor(clock: Clock, own: Partial<BulkheadLimits> = {}) {
    this.#clock = clock;
    this.#limits = { ...limits, ...own };
    const { maxAtOnce, maxWaiting, waitMs: maxWaitMs } = this.#limits;
    this.#places = new Semaphore({ maxAtOnce, maxWaiting, maxWaitMs, refusal: busy });
  }

  get isIdle(): boolean {
    return this.#places.isIdle;
  }

  /** Runs one exchange; its `AdapterError`s are counted and passed on. */
  async run<T>(exchange: () => Promise<T>): Promise<T> {
    this.#refuseWhileResting();
    return this.#places.run(async () => {
      try {
        // Waiting exchanges may find that the ones before them have used up the budget.
        this.#refuseWhileResting();
        const result = await exchange();
        this.#failures = 0;
        return result;
      } catch (error) {
        this.#count(error);
        throw error;
      }
    });
  }

  #count(error: unknown): void {
    if (!(error instanceof AdapterError)) return;
    if (!contactFailures.has(error.type)) {
      if (error.outcome === 'refused') this.#failures = 0;
      return;
    }
    this.#failures += 1;
    if (this.#failures < this.#limits.failures) return;
    this.#restsUntilMs = this.#clock.monotonicMs() + this.#limits.restMs;
    // One more failure after the rest opens it again.
    this.#failures = this.#limits.failures - 1;
  }

  #refuseWhileResting(): void {
    const leftMs = this.#restsUntilMs - this.#clock.monotonicMs();
    if (leftMs <= 0) return;
    throw new ControllerPaused(this.#limits.failures, Math.ceil(leftMs / 1_000));
  }
}

const busy = (): AdapterError =>
  new AdapterError(
    'adapter_rate_limit',
    'not_sent',
    'Too much is under way with this controller; try again shortly.',
  );

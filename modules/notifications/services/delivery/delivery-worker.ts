import type { Contributions } from '@patchbay/kernel/extension';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import type { NotificationChannel } from '../../contract.ts';
import type { ClaimedTarget, TargetClaims } from './target-claims.ts';
import type { TargetSending } from './target-sending.ts';

export interface WorkerOptions {
  readonly claims: Pick<TargetClaims, 'claim' | 'release' | 'untilNextMs'>;
  readonly sending: Pick<TargetSending, 'carryOut'>;
  readonly channels: Contributions<NotificationChannel>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Active {
  readonly claim: ClaimedTarget;
  readonly channel: string;
  readonly ended: Promise<void>;
}

const MOST_AT_ONCE = 16;
const STOP_MS = 5_000;
/** The job looks at least this often; in between this process looks when something is due. */
const MOST_PAUSE_MS = 5_000;
const LEAST_PAUSE_MS = 100;

/**
 * Sends what is due, every channel with places of its own and no organization with more than half of them, so that
 * receivers that hang keep nobody else waiting. Nothing is handed over in memory: what a killed process leaves is
 * taken up by any other when the lease ends.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions;
  readonly #active = new Map<string, Active>();
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(target_id: string) => void>();
  #claiming: Promise<void> | undefined;
  #again = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Says that something may be due. */
  wake(): void {
    if (this.#stop.signal.aborted) return;
    this.#again = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
      if (this.#again) this.wake();
    });
  }

  /** Resolves after the next message of this process to one of these receivers has ended, or after `mostMs`. */
  nextOutcome(target_ids: readonly string[], mostMs: number, signal: AbortSignal): Promise<void> {
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
      const timer = setTimeout(end, mostMs);
      this.#listeners.add(listener);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });
  }

  async #claimAll(): Promise<void> {
    try {
      while (this.#again && !this.#stop.signal.aborted) {
        this.#again = false;
        for (const channel of this.#options.channels.values) await this.#claim(channel);
      }
      await this.#sleepUntilNext();
    } catch (error) {
      this.#options.logger.warn('taking notifications failed; they wait for the next round', { error });
    }
  }

  async #claim({ id, mostAtOnce = MOST_AT_ONCE }: NotificationChannel): Promise<void> {
    const mine = [...this.#active.values()].filter(({ channel }) => channel === id);
    const most = mostAtOnce - mine.length;
    if (most <= 0) return;
    const held: Record<string, number> = {};
    for (const { claim } of mine) held[claim.organization_id] = (held[claim.organization_id] ?? 0) + 1;
    const claimed = await this.#options.claims.claim({
      channel: id,
      most,
      held,
      mostPerOrganization: Math.ceil(mostAtOnce / 2),
      now: this.#options.clock.now(),
    });
    for (const claim of claimed)
      this.#active.set(claim.id, { claim, channel: id, ended: this.#toItsEnd(claim, id) });
  }

  async #toItsEnd(claim: ClaimedTarget, channel: string): Promise<void> {
    // The caller enters the claim into the list before it can end.
    await Promise.resolve();
    try {
      await this.#options.sending.carryOut(claim, channel, this.#stop.signal, () => this.#tell(claim.id));
      await this.#options.claims.release([claim]);
    } catch (error) {
      this.#options.logger.warn('notifications stopped midway; they go on when the lease ends', { error });
    } finally {
      if (this.#active.get(claim.id)?.claim === claim) this.#active.delete(claim.id);
      this.#tell(claim.id);
      this.wake();
    }
  }

  #tell(target_id: string): void {
    for (const listener of [...this.#listeners]) listener(target_id);
  }

  /** Retries and digests are due between two rounds of the job. */
  async #sleepUntilNext(): Promise<void> {
    if (this.#stop.signal.aborted || this.#active.size > 0) return;
    const { claims, clock, channels } = this.#options;
    const ids = channels.values.map(({ id }) => id);
    const pauseMs = await claims.untilNextMs(ids, clock.now(), MOST_PAUSE_MS);
    clearTimeout(this.#timer);
    if (pauseMs >= MOST_PAUSE_MS || this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => this.wake(), Math.max(pauseMs, LEAST_PAUSE_MS)).unref();
  }

  /** Lets what is under way end, and gives back the rest. */
  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#claiming;
    const mine = [...this.#active.values()];
    const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
    await Promise.race([Promise.all(mine.map(({ ended }) => ended)), late]);
    clearTimeout(this.#timer);
  }
}

import { type Database, exempt, sql } from '@patchbay/kernel/database';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import type { RevocationEpochs } from './revocation-epochs.ts';

const watchExemption = exempt(
  'identity.watch',
  'every process learns whose authority changed, in any organization',
);

const EVERY_MS = 1_000;
/** Nobody asked for an epoch for so long: no socket is open, so nothing needs watching. */
const IDLE_MS = 15_000;
/** Changes are looked at again for so long, because a transaction may commit well after its timestamp. */
const WINDOW_SECONDS = 60;
const MOST_CHANGES = 5_000;

/**
 * Learns from PostgreSQL, once a second while sockets are open, whose authority changed in any process
 * (DECISIONS 16): a lost cache or a missed notice loses no revocation.
 */
export class RevocationWatch {
  readonly #database: Database;
  readonly #epochs: RevocationEpochs;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #seen: ReadonlyMap<string, string> = new Map();
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database, epochs: RevocationEpochs, clock: Clock, logger: Logger) {
    this.#database = database;
    this.#epochs = epochs;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Keeps watching for a while; called by whoever relies on epochs. Costs a comparison. */
  keepAwake(): void {
    this.#askedAtMs = this.#clock.monotonicMs();
    if (this.#timer === undefined && !this.#closed) this.#schedule();
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.look().finally(() => this.#afterLook());
    }, EVERY_MS);
    this.#timer.unref();
  }

  #afterLook(): void {
    this.#timer = undefined;
    const asleep = this.#clock.monotonicMs() - this.#askedAtMs > IDLE_MS;
    if (!asleep && !this.#closed) this.#schedule();
  }

  /** Raises the epochs of users whose authority changed since the last look. */
  async look(): Promise<void> {
    try {
      const changes = await this.#changes();
      if (changes.length > MOST_CHANGES) this.#epochs.raiseAll();
      else
        for (const { user_id, changed_at } of changes)
          if (this.#seen.get(user_id) !== changed_at) this.#epochs.raise(user_id);
      this.#seen = new Map(changes.map(({ user_id, changed_at }) => [user_id, changed_at]));
    } catch (error) {
      this.#logger.warn('changes of authority could not be read', { error });
    }
  }

  #changes(): Promise<readonly { readonly user_id: string; readonly changed_at: string }[]> {
    return this.#database.asSystem(watchExemption, (trx) =>
      trx
        .selectFrom('authority_changes')
        .select(['user_id', 'changed_at'])
        .where('changed_at', '>', sql<string>`now() - make_interval(secs => ${WINDOW_SECONDS})`)
        .limit(MOST_CHANGES + 1)
        .execute(),
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }
}

import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import { ENDED_AUTHORITY_FUNCTION } from '../../contract.ts';
import type { RevocationEpochs } from './revocation-epochs.ts';

const watchExemption = exempt(
  'identity.watch',
  'every process learns whose authority changed, in any organization',
);

const EVERY_MS = 1_000;
/** Time without a request for an epoch after which no socket is open, so that nothing needs watching. */
const IDLE_MS = 15_000;
/** Changes are looked at again for so long, because a transaction may commit well after its timestamp. */
const WINDOW_SECONDS = 60;
const MAX_CHANGES = 5_000;

interface Change {
  readonly user_id: string;
  /** Noted by a trigger, or ended by time. Kept apart: the later one must not hide the other. */
  readonly kind: 'changed' | 'ended';
  readonly at: string;
}

/**
 * Learns from PostgreSQL, once a second while sockets are open, whose authority changed in any process
 * (DECISIONS 16): a lost cache or a missed notice loses no revocation.
 */
export class RevocationWatch extends Service<{
  database: Database;
  epochs: RevocationEpochs;
  clock: Clock;
  logger: Logger;
}> {
  #seen: ReadonlyMap<string, string> = new Map();
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #closed = false;

  /** Keeps watching for a while; called by users of epochs. Costs a comparison. */
  keepAwake(): void {
    this.#askedAtMs = this.parts.clock.monotonicMs();
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
    const asleep = this.parts.clock.monotonicMs() - this.#askedAtMs > IDLE_MS;
    if (!asleep && !this.#closed) this.#schedule();
  }

  /** Raises the epochs of users whose authority changed since the last look. */
  async look(): Promise<void> {
    try {
      const changes = await this.#changes();
      if (changes.length > MAX_CHANGES) this.parts.epochs.raiseAll();
      else
        for (const { user_id, kind, at } of changes)
          if (this.#seen.get(`${kind}:${user_id}`) !== at) this.parts.epochs.raise(user_id);
      this.#seen = new Map(changes.map(({ user_id, kind, at }) => [`${kind}:${user_id}`, at]));
    } catch (error) {
      this.parts.logger.warn('changes of authority could not be read', { error });
    }
  }

  #changes(): Promise<readonly Change[]> {
    return this.parts.database.asSystem(watchExemption, async (trx) => {
      const { rows } = await sql<Change>`
        select user_id, 'changed' as kind, changed_at as at from authority_changes
          where changed_at > now() - make_interval(secs => ${WINDOW_SECONDS})
        union all
        select user_id, 'ended', ended_at from ${sql.id(ENDED_AUTHORITY_FUNCTION)}(${WINDOW_SECONDS}::integer)
        limit ${MAX_CHANGES + 1}`.execute(trx);
      return rows;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }
}

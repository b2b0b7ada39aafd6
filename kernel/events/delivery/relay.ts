import { setTimeout } from 'node:timers/promises';
import { Service } from '../../di/index.ts';
import { type Database, exempt, type Kysely, sql, type Tables } from '../../infrastructure/database/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { LoggedEvent } from '../define-event.ts';
import type { ConsumerKind } from '../define-listener.ts';
import type { LogReader } from '../log/log-reader.ts';

export interface RelayOptions {
  readonly database: Database;
  readonly reader: LogReader;
  readonly logger: Logger;
  /** Durable kinds that have a listener right now. */
  readonly kinds: () => readonly ConsumerKind[];
  /** Called with every batch this process numbered, after COMMIT, in order. */
  readonly onNumbered: (events: readonly LoggedEvent[]) => void;
  /** Whether a batch is being handled here: later ones are taken together afterwards. */
  readonly isHandling?: () => boolean;
  readonly batchSize?: number;
  readonly pollMs?: number;
}

/** Events that one round took: `taken` of them, with the cursors after `base`. */
interface Numbered {
  readonly base: number;
  readonly taken: number;
}

export const CONSUME_JOB = 'events.consume';
/** Between rounds while events keep coming: a round and its jobs cost the same for one event as for many. */
const GATHERING_MS = 50;
/** A round of so many is worth its cost; then the next follows at once. */
const PLENTY = 200;
/** The same while batches are being handled. */
const MAX_GATHERING_MS = 100;
/**
 * A process that is killed takes one try of everything it had fetched with it, so many more are allowed than an event
 * that fails is given.
 */
const MAX_TRIES = 100;

/** Before those that failed beside others are asked again. */
const RETRY_MS = 3_000;

/** The job that hands a stretch of the log to one kind or to all, as `patchbay_enqueue` takes it. */
export const consumeJob = (
  to: { readonly kind: ConsumerKind; readonly tries?: number } | { readonly kinds: readonly ConsumerKind[] },
  from_cursor: number,
  to_cursor: number,
) => ({
  identifier: CONSUME_JOB,
  payload: { ...to, from_cursor, to_cursor },
  max_attempts: MAX_TRIES,
});

const relayExemption = exempt('events.relay', 'numbers and hands over committed events of all organizations');

/**
 * Moves committed events on: one statement takes a batch of what is undelivered, gives it cursors and
 * enqueues one job for all durable kinds (DECISIONS 29, 30). The numbering runs under one advisory lock, so
 * cursors become visible in their order; a killed relay leaves the batch as it was. Payloads are read after the lock
 * is given back: a process that stands still while it reads keeps no other from numbering.
 */
export class Relay extends Service<RelayOptions> {
  #running: Promise<void> | undefined;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.parts.pollMs ?? 500).unref();
    this.wake();
  }

  /** Says that something was committed; costs nothing while a round is under way. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
    });
  }

  async #drain(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        const numbered = await this.#round();
        if (numbered === undefined) continue;
        const { base, taken } = numbered;
        // Events that are committed from here on wake it again.
        if (taken === this.#batchSize) this.#again = true;
        this.parts.onNumbered(await this.parts.reader.between(base, base + taken, taken));
        if (taken < PLENTY) await this.#gather();
      } catch (error) {
        this.parts.logger.warn('relaying events failed; the next round tries again', { error });
        return;
      }
    }
  }

  async #gather(): Promise<void> {
    const { isHandling = () => false } = this.parts;
    for (let waited = 0; waited < MAX_GATHERING_MS; waited += GATHERING_MS) {
      await setTimeout(GATHERING_MS);
      if (this.#stopped || !isHandling()) return;
    }
  }

  get #batchSize(): number {
    return this.parts.batchSize ?? 1_000;
  }

  async #round(): Promise<Numbered | undefined> {
    const kinds = this.parts.kinds();
    const job = kinds.length === 0 ? null : JSON.stringify(consumeJob({ kinds }, 0, 0));
    const { rows } = await this.parts.database.onceAsSystem(relayExemption, (db) =>
      sql<Numbered>`select * from events_relay(${this.#batchSize}, ${job}::jsonb)`.execute(db),
    );
    return rows[0];
  }

  /** Asks these kinds again, each by itself, after so many tries that they had together with others. */
  async again(kinds: readonly ConsumerKind[], from: number, to: number, tries: number): Promise<void> {
    const run_at = new Date(Date.now() + RETRY_MS).toISOString();
    const jobs = kinds.map((kind) => ({ ...consumeJob({ kind, tries }, from, to), run_at }));
    await this.parts.database.onceAsSystem(relayExemption, (db) => enqueue(db, jobs));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}

async function enqueue(db: Kysely<Tables>, jobs: readonly object[]): Promise<void> {
  await sql`select patchbay_enqueue(${JSON.stringify(jobs)}::jsonb)`.execute(db);
}

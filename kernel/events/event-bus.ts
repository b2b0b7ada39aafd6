import { type Token, token } from '../di/index.ts';
import type { Cache } from '../infrastructure/cache/index.ts';
import type { Database } from '../infrastructure/database/index.ts';
import type { Logger } from '../telemetry/index.ts';
import type { LoggedEvent } from './define-event.ts';
import type { AnyListener, ConsumerKind } from './define-listener.ts';
import { EventDeadLetters } from './delivery/event-dead-letters.ts';
import { LiveFanOut } from './delivery/live-fan-out.ts';
import { RecentBatches } from './delivery/recent-batches.ts';
import { CONSUME_JOB, Relay } from './delivery/relay.ts';
import { LogReader } from './log/log-reader.ts';
import { LogWriter } from './log/log-writer.ts';
import { EventRegistry } from './registry.ts';

/** A declared listener with its module's state and its dependencies. */
export interface BoundListener {
  readonly listener: AnyListener;
  readonly isEnabled: () => boolean;
  readonly deps: Readonly<Record<string, unknown>>;
}

/** Attempts of a batch before what fails in it is given up: with the waits between them, about half an hour. */
export const CONSUME_ATTEMPTS = 8;
const SINGLY_FROM_ATTEMPT = 3;

export const EVENT_REGISTRY: Token<EventRegistry> = token('kernel.event-registry');
export const LOG_READER: Token<LogReader> = token('kernel.log-reader');
export const EVENT_BUS: Token<EventBus> = token('kernel.event-bus');

/** The log and its listeners: adds `work.events`, relays, fans out, feeds durable listeners. */
export class EventBus {
  readonly registry: EventRegistry;
  readonly reader: LogReader;
  readonly deadLetters: EventDeadLetters;
  readonly #logger: Logger;
  readonly #relay: Relay;
  readonly #fanOut: LiveFanOut;
  readonly #recent = new RecentBatches();
  #handling = 0;
  #listeners: readonly BoundListener[] = [];

  constructor(database: Database, cache: Cache, logger: Logger) {
    this.#logger = logger;
    this.registry = new EventRegistry();
    this.reader = new LogReader({ database });
    this.deadLetters = new EventDeadLetters({ database });
    this.#fanOut = new LiveFanOut({
      reader: this.reader,
      cache,
      logger,
      deliver: (events) => this.#deliver(events),
    });
    this.#relay = new Relay({
      database,
      reader: this.reader,
      logger,
      kinds: () => this.#durableKinds(),
      isHandling: () => this.#handling > 0,
      onNumbered: (events) => {
        this.#recent.note(events);
        this.#fanOut.numbered(events);
      },
    });
    database.addPart({
      name: 'events',
      create: (unit) => new LogWriter(unit, this.registry, () => this.#relay.wake()),
    });
  }

  /** Starts the relay once all listeners are known. */
  async start(listeners: readonly BoundListener[]): Promise<void> {
    this.#listeners = listeners;
    await this.#fanOut.start();
    this.#relay.start();
  }

  #durableKinds(): readonly ConsumerKind[] {
    const kinds = this.#listeners.flatMap(({ listener, isEnabled }) =>
      listener.durability === 'durable' && isEnabled() ? [listener.kind] : [],
    );
    return [...new Set(kinds)];
  }

  #deliver(events: readonly LoggedEvent[]): void {
    for (const { listener, isEnabled, deps } of this.#listeners) {
      if (listener.durability !== 'live' || !isEnabled()) continue;
      try {
        listener.handle(events, deps);
      } catch (error) {
        this.#logger.error('a live listener failed', { listener: listener.id, error });
      }
    }
  }

  /**
   * Body of the `events.consume` job: hands one batch to several kinds at once. Those that fail are asked again by
   * jobs of their own, so that the others have it once.
   */
  async consumeAll(kinds: readonly ConsumerKind[], from: number, to: number, attempt: number): Promise<void> {
    const failed: ConsumerKind[] = [];
    const ask = (kind: ConsumerKind): Promise<void> =>
      this.consume(kind, from, to, attempt).catch((error: unknown) => {
        this.#logger.warn('consumers of events failed; they are asked again', { kind, attempt, error });
        failed.push(kind);
      });
    await Promise.all(kinds.map(ask));
    if (failed.length > 0) await this.#relay.again(failed, from, to, attempt);
  }

  /**
   * Hands one batch to the durable listeners of one kind. From the third attempt on events go one by one, so that one
   * which cannot be handled keeps back no other; after the last it becomes a dead letter.
   */
  async consume(kind: ConsumerKind, from_cursor: number, to_cursor: number, attempt: number): Promise<void> {
    const events =
      this.#recent.find(from_cursor, to_cursor) ??
      (await this.reader.between(from_cursor - 1, to_cursor, to_cursor - from_cursor + 1));
    if (attempt < SINGLY_FROM_ATTEMPT) return this.#hand(kind, events);
    const failures: unknown[] = [];
    for (const event of events)
      await this.#hand(kind, [event]).catch(async (error: unknown) => {
        this.#logger.error('an event cannot be handled', { kind, event_id: event.id, attempt, error });
        if (attempt < CONSUME_ATTEMPTS) failures.push(error);
        else await this.deadLetters.keep(kind, event, error);
      });
    if (failures.length > 0) throw new AggregateError(failures, 'some events failed');
  }

  async #hand(kind: ConsumerKind, events: readonly LoggedEvent[]): Promise<void> {
    const targets = this.#listeners.filter(
      ({ listener, isEnabled }) => listener.durability === 'durable' && listener.kind === kind && isEnabled(),
    );
    this.#handling += 1;
    const results = await Promise.allSettled(
      targets.map(async ({ listener, deps }) => listener.handle(events, deps)),
    );
    this.#handling -= 1;
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async stop(): Promise<void> {
    await this.#relay.stop();
    this.#recent.clear();
    await this.#fanOut.stop();
  }
}

export { CONSUME_JOB };

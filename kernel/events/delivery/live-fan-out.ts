import { Service } from '../../di/index.ts';
import type { Cache } from '../../infrastructure/cache/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { LoggedEvent } from '../define-event.ts';
import type { LogReader } from '../log/log-reader.ts';

const CHANNEL = 'events.numbered';
const MAX_AT_ONCE = 1_000;

export interface FanOutOptions {
  readonly reader: LogReader;
  readonly cache: Cache;
  readonly logger: Logger;
  readonly deliver: (events: readonly LoggedEvent[]) => void;
  readonly pollMs?: number;
}

/**
 * Hands every numbered event to live listeners of this process, in order and once, whichever process numbered it.
 * Messages between processes only say how far the log reaches; a hole is read from PostgreSQL (DECISIONS 30).
 */
export class LiveFanOut extends Service<FanOutOptions> {
  #seen = 0;
  #target = 0;
  #catchingUp: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void | Promise<void>) | undefined;
  #stopped = false;

  async start(): Promise<void> {
    const { reader, cache, pollMs = 1_000 } = this.parts;
    this.#seen = await reader.head();
    this.#unsubscribe = await cache.subscribe(CHANNEL, (message) => this.#reaches(Number(message)));
    this.#timer = setInterval(() => void this.#poll(), pollMs).unref();
  }

  /** A batch that this process numbered. */
  numbered(events: readonly LoggedEvent[]): void {
    const [first] = events;
    const last = events.at(-1);
    if (!first || !last) return;
    void this.#announce(last.cursor);
    if (first.cursor === this.#seen + 1 && this.#catchingUp === undefined) {
      this.#seen = last.cursor;
      this.parts.deliver(events);
    } else this.#reaches(last.cursor);
  }

  async #announce(cursor: number): Promise<void> {
    try {
      await this.parts.cache.publish(CHANNEL, String(cursor));
    } catch (error) {
      this.parts.logger.debug('other processes learn of events by polling', { error });
    }
  }

  async #poll(): Promise<void> {
    try {
      this.#reaches(await this.parts.reader.head());
    } catch (error) {
      this.parts.logger.debug('polling the log failed', { error });
    }
  }

  #reaches(cursor: number): void {
    if (!(cursor > this.#seen) || this.#stopped) return;
    this.#target = Math.max(this.#target, cursor);
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = undefined;
      if (this.#target > this.#seen && !this.#stopped)
        setTimeout(() => this.#reaches(this.#target), 100).unref();
    });
  }

  async #catchUp(): Promise<void> {
    try {
      while (this.#seen < this.#target && !this.#stopped) {
        const events = await this.parts.reader.between(this.#seen, this.#target, MAX_AT_ONCE);
        const last = events.at(-1);
        if (!last) {
          this.#seen = this.#target;
          return;
        }
        this.#seen = last.cursor;
        this.parts.deliver(events);
      }
    } catch (error) {
      this.parts.logger.warn('reading the log for live listeners failed', { error });
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#unsubscribe?.();
    await this.#catchingUp;
  }
}

import type { Clock, Logger } from '../../telemetry/index.ts';
import {
  type Cache,
  type CacheUse,
  type Count,
  checkEntry,
  type MessageHandler,
  type SubscribeOptions,
} from './cache.ts';
import { Channels } from './channels.ts';
import { ExpiringMap } from './expiring-map.ts';

export interface MemoryCacheOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Entries kept; the one unused longest goes first. */
  readonly maxEntries?: number;
  /** Characters of all values together. */
  readonly maxCharacters?: number;
}

type TimedUse = CacheUse & { readonly ttlMs: number };

/** The cache of a platform that is one process. It is never down, so `onFailure` never matters. */
export class MemoryCache implements Cache {
  readonly shared = false;
  readonly #entries: ExpiringMap;
  readonly #channels: Channels;

  constructor({ clock, logger, maxEntries = 50_000, maxCharacters = 64 * 1_048_576 }: MemoryCacheOptions) {
    this.#entries = new ExpiringMap({ clock, maxEntries, maxCharacters });
    this.#channels = new Channels({ logger });
  }

  async get(key: string): Promise<string | null> {
    return this.#entries.get(key)?.value ?? null;
  }

  async set(key: string, value: string, { ttlMs }: TimedUse): Promise<void> {
    checkEntry(key, value, ttlMs);
    this.#entries.set(key, value, ttlMs);
  }

  async setIfAbsent(key: string, value: string, { ttlMs }: TimedUse): Promise<boolean> {
    checkEntry(key, value, ttlMs);
    if (this.#entries.get(key) !== undefined) return false;
    this.#entries.set(key, value, ttlMs);
    return true;
  }

  async setIfOwn(key: string, value: string, { ttlMs }: TimedUse): Promise<boolean> {
    checkEntry(key, value, ttlMs);
    if ((this.#entries.get(key)?.value ?? value) !== value) return false;
    this.#entries.set(key, value, ttlMs);
    return true;
  }

  async deleteIfOwn(key: string, value: string): Promise<void> {
    if (this.#entries.get(key)?.value === value) this.#entries.delete(key);
  }

  async delete(key: string): Promise<void> {
    this.#entries.delete(key);
  }

  async increment(key: string, { ttlMs }: TimedUse): Promise<Count> {
    checkEntry(key, '', ttlMs);
    const known = this.#entries.get(key);
    const count = Number(known?.value ?? 0) + 1;
    const expiresInMs = known?.expiresInMs ?? ttlMs;
    this.#entries.set(key, String(count), expiresInMs);
    return { count, expiresInMs };
  }

  /** Delivered after the caller's own turn, as a network would. */
  async publish(channel: string, message: string): Promise<boolean> {
    checkEntry(channel, message);
    setImmediate(() => this.#channels.deliver(channel, message));
    return true;
  }

  async subscribe(
    channel: string,
    handler: MessageHandler,
    options: SubscribeOptions = {},
  ): Promise<() => void> {
    checkEntry(channel);
    return this.#channels.add(channel, handler, options);
  }

  async ping(): Promise<number> {
    return 0;
  }

  async dispose(): Promise<void> {
    this.#entries.clear();
    this.#channels.clear();
  }
}

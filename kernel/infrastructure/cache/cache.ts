import { type Token, token } from '../../di/index.ts';

/**
 * Behaviour while the cache is down. `open`: reads find nothing, writes are dropped, counting answers null.
 * `closed`: it throws `kernel.unavailable`.
 */
export interface CacheUse {
  readonly onFailure: 'open' | 'closed';
}

/** A counter after one more, and how long until it starts again. */
export interface Count {
  readonly count: number;
  readonly expiresInMs: number;
}

/** Takes one message; exceptions are logged and go no further. */
export type MessageHandler = (message: string) => void;

export interface SubscribeOptions {
  /** Called when the connection is back after messages may have been missed. */
  readonly onGap?: () => void;
}

/**
 * Short-lived shared state: Redis, or memory of this one process. It may lose anything at any time; durable state
 * stands in PostgreSQL (RULES R8). Every call ends within 250 ms (RULES R14).
 */
export interface Cache {
  get(key: string, use: CacheUse): Promise<string | null>;
  /** A value of at most 1 MiB, gone after `ttlMs`. */
  set(key: string, value: string, use: CacheUse & { readonly ttlMs: number }): Promise<void>;
  /** Sets only what is not there; true when this call set it, null when the cache is down under `open`. */
  setIfAbsent(
    key: string,
    value: string,
    use: CacheUse & { readonly ttlMs: number },
  ): Promise<boolean | null>;
  /** Sets what is not there or is this value already, never another; false when it is another's, null: down, `open`. */
  setIfOwn(key: string, value: string, use: CacheUse & { readonly ttlMs: number }): Promise<boolean | null>;
  delete(key: string, use: CacheUse): Promise<void>;
  /** Deletes it only while it is this value. */
  deleteIfOwn(key: string, value: string, use: CacheUse): Promise<void>;
  /** Adds one; the first addition starts the `ttlMs` after which the count begins anew. Null: down, under `open`. */
  increment(key: string, use: CacheUse & { readonly ttlMs: number }): Promise<Count | null>;
  /** Sends to every subscriber in every process, at most once; false when it could not be sent. */
  publish(channel: string, message: string): Promise<boolean>;
  /** Resolves once listening, or when that has to wait for the connection; the answer ends it. */
  subscribe(channel: string, handler: MessageHandler, options?: SubscribeOptions): Promise<() => void>;
  /** Milliseconds one round trip took; throws `kernel.unavailable` when it is down. */
  ping(): Promise<number>;
  /** Whether other processes see the same. */
  readonly shared: boolean;
  dispose(): Promise<void>;
}

export const CACHE: Token<Cache> = token('kernel.cache');

/** Keys and channels longer than this are a mistake. */
export const MAX_KEY_LENGTH = 512;
export const MAX_VALUE_LENGTH = 1_048_576;

/** Guards what goes in; a programming error, so an ordinary exception. */
export function checkEntry(key: string, value = '', ttlMs = 1): void {
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) throw new RangeError('cache key is empty or too long');
  if (value.length > MAX_VALUE_LENGTH) throw new RangeError('cache value is too long');
  if (!(ttlMs >= 1 && Number.isFinite(ttlMs))) throw new RangeError('cache entries need a time to live');
}

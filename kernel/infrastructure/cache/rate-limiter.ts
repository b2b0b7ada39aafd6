import { createHash } from 'node:crypto';
import { type Token, token } from '../../di/index.ts';
import type { Clock } from '../../telemetry/index.ts';
import type { Cache } from './cache.ts';
import { ExpiringMap } from './expiring-map.ts';

/** One attempt against one allowance. */
export interface RateLimitUse {
  /** Name of the limit, a word of the code: `general`, `auth:/auth/login`, `ingest`. */
  readonly bucket: string;
  /** Limited party: a user, an address, an organization. */
  readonly key: string;
  readonly limit: number;
  /** The window starts with the first attempt in it. */
  readonly windowMs: number;
  /** With the cache down: `open` counts in this process instead, `closed` throws `kernel.unavailable`. */
  readonly onFailure: 'open' | 'closed';
}

export interface RateLimitVerdict {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least one; zero when allowed. */
  readonly retryAfterSeconds: number;
}

export const RATE_LIMITER: Token<RateLimiter> = token('kernel.rate-limiter');

const NET = { maxEntries: 50_000, maxCharacters: 16 * 1_048_576 };
const MAX_PLAIN_KEY_LENGTH = 128;

/** Fixed windows, counted in the cache so that all processes count together (SPEC 8). */
export class RateLimiter {
  readonly #cache: Cache;
  readonly #net: ExpiringMap;

  constructor(cache: Cache, clock: Clock) {
    this.#cache = cache;
    this.#net = new ExpiringMap({ clock, ...NET });
  }

  async consume({ bucket, key, limit, windowMs, onFailure }: RateLimitUse): Promise<RateLimitVerdict> {
    const name = `limit:${bucket}:${shortened(key)}`;
    const counted = await this.#cache.increment(name, { ttlMs: windowMs, onFailure });
    const { count, expiresInMs } = counted ?? this.#countHere(name, windowMs);
    const allowed = count <= limit;
    const retryAfterSeconds = allowed ? 0 : Math.max(1, Math.ceil(expiresInMs / 1_000));
    return { allowed, remaining: Math.max(0, limit - count), retryAfterSeconds };
  }

  #countHere(name: string, windowMs: number): { readonly count: number; readonly expiresInMs: number } {
    const known = this.#net.get(name);
    const count = Number(known?.value ?? 0) + 1;
    const expiresInMs = known?.expiresInMs ?? windowMs;
    this.#net.set(name, String(count), expiresInMs);
    return { count, expiresInMs };
  }
}

/** Keys of callers may be long; their hash is not. */
const shortened = (key: string): string =>
  key.length <= MAX_PLAIN_KEY_LENGTH ? key : createHash('sha256').update(key).digest('base64url');

import type { Redis } from 'ioredis';
import { unavailable } from '../../errors/index.ts';
import { Breaker } from './breaker.ts';
import {
  type Cache,
  type CacheUse,
  type Count,
  checkEntry,
  type MessageHandler,
  type SubscribeOptions,
} from './cache.ts';
import type { RedisCacheOptions } from './redis-cache-options.ts';
import { becomesReady, isTimeout, openRedis, reasonOf } from './redis-connection.ts';
import { RedisSubscriber } from './redis-subscriber.ts';

type TimedUse = CacheUse & { readonly ttlMs: number };

/** One round trip, atomic: the first addition sets the time to live. */
const INCREMENT = `local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]); left = tonumber(ARGV[1]) end
return {count, left}`;

const SET_IF_OWN = `local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;
const DELETE_IF_OWN = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** Commands on their way; more means Redis does not keep up, and further ones count as failed at once. */
const MAX_IN_FLIGHT = 10_000;
const SUBSYSTEM = 'cache';

/** Redis behind deadlines, a breaker and a stated policy per use. */
export class RedisCache implements Cache {
  readonly shared = true;
  readonly #redis: Redis;
  readonly #subscriber: RedisSubscriber;
  readonly #breaker: Breaker;
  readonly #options: RedisCacheOptions;
  #inFlight = 0;

  constructor(options: RedisCacheOptions) {
    this.#options = options;
    this.#breaker = new Breaker(options.clock);
    this.#redis = openRedis(options.url, 'commands', options.logger);
    this.#redis.on('close', () => options.health.degrade(SUBSYSTEM, 'Redis cannot be reached'));
    this.#redis.on('ready', () => options.health.restore(SUBSYSTEM));
    this.#subscriber = new RedisSubscriber(options);
  }

  /** Resolves when connected, or after so many milliseconds without; never rejects. */
  async ready(withinMs: number): Promise<void> {
    await Promise.all([becomesReady(this.#redis, withinMs), this.#subscriber.ready(withinMs)]);
  }

  get(key: string, use: CacheUse): Promise<string | null> {
    return this.#run(use, null, (redis) => redis.get(this.#key(key)));
  }

  async set(key: string, value: string, use: TimedUse): Promise<void> {
    const ttlMs = checked(key, value, use);
    await this.#run(use, null, (redis) => redis.set(this.#key(key), value, 'PX', ttlMs));
  }

  async setIfAbsent(key: string, value: string, use: TimedUse): Promise<boolean | null> {
    const ttlMs = checked(key, value, use);
    return this.#run(use, null, async (redis) => {
      return (await redis.set(this.#key(key), value, 'PX', ttlMs, 'NX')) === 'OK';
    });
  }

  async setIfOwn(key: string, value: string, use: TimedUse): Promise<boolean | null> {
    const ttlMs = checked(key, value, use);
    return this.#run(use, null, async (redis) => {
      return (await redis.eval(SET_IF_OWN, 1, this.#key(key), value, ttlMs)) === 1;
    });
  }

  async deleteIfOwn(key: string, value: string, use: CacheUse): Promise<void> {
    await this.#run(use, null, (redis) => redis.eval(DELETE_IF_OWN, 1, this.#key(key), value));
  }

  async delete(key: string, use: CacheUse): Promise<void> {
    await this.#run(use, 0, (redis) => redis.del(this.#key(key)));
  }

  async increment(key: string, use: TimedUse): Promise<Count | null> {
    const ttlMs = checked(key, '', use);
    return this.#run(use, null, async (redis) => {
      const answer = await redis.eval(INCREMENT, 1, this.#key(key), ttlMs);
      const [count, expiresInMs] = Array.isArray(answer) ? answer : [];
      return { count: Number(count), expiresInMs: Number(expiresInMs) };
    });
  }

  async publish(channel: string, message: string): Promise<boolean> {
    checkEntry(channel, message);
    return this.#run({ onFailure: 'open' }, false, async (redis) => {
      await redis.publish(this.#key(channel), message);
      return true;
    });
  }

  subscribe(channel: string, handler: MessageHandler, options: SubscribeOptions = {}): Promise<() => void> {
    checkEntry(channel);
    return this.#subscriber.add(channel, handler, options);
  }

  async ping(): Promise<number> {
    const startedMs = this.#options.clock.monotonicMs();
    await this.#run({ onFailure: 'closed' }, '', (redis) => redis.ping());
    return this.#options.clock.monotonicMs() - startedMs;
  }

  async dispose(): Promise<void> {
    this.#subscriber.dispose();
    this.#redis.removeAllListeners('close');
    this.#redis.disconnect();
    this.#options.health.restore(SUBSYSTEM);
  }

  #key(key: string): string {
    return `${this.#options.prefix}${key}`;
  }

  async #run<T>(use: CacheUse, missing: T, command: (redis: Redis) => Promise<T>): Promise<T> {
    const down = this.#redis.status !== 'ready' || this.#breaker.isOpen || this.#inFlight >= MAX_IN_FLIGHT;
    if (down) return failed(use, missing, undefined);
    this.#inFlight += 1;
    try {
      const answer = await command(this.#redis);
      this.#breaker.succeeded();
      return answer;
    } catch (error) {
      if (isTimeout(error)) this.#timedOut();
      return failed(use, missing, error);
    } finally {
      this.#inFlight -= 1;
    }
  }

  /** A Redis that hangs is left, so that its unanswered commands do not gather; it counts when it answers again. */
  #timedOut(): void {
    if (!this.#breaker.timedOut()) return;
    this.#options.logger.warn('Redis does not answer in time; it is left alone for a second');
    this.#options.health.degrade(SUBSYSTEM, 'Redis does not answer in time');
    this.#redis.disconnect(true);
  }
}

function checked(key: string, value: string, { ttlMs }: TimedUse): number {
  checkEntry(key, value, ttlMs);
  return Math.ceil(ttlMs);
}

function failed<T>(use: CacheUse, missing: T, cause: unknown): T {
  if (use.onFailure === 'open') return missing;
  throw unavailable({
    retryAfterSeconds: 1,
    cause: cause === undefined ? undefined : new Error(reasonOf(cause)),
  });
}

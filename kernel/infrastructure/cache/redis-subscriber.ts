import type { Redis } from 'ioredis';
import type { MessageHandler, SubscribeOptions } from './cache.ts';
import { Channels } from './channels.ts';
import type { RedisCacheOptions } from './redis-cache-options.ts';
import { becomesReady, openRedis } from './redis-connection.ts';

const SUBSYSTEM = 'fan_out';
/** A connection that died without a word is found by asking. */
const PROBE_EVERY_MS = 5_000;

/** The second connection, for subscriptions. It reconnects by itself, subscribes again, and reports channels
 * whose messages may have been missed. */
export class RedisSubscriber {
  readonly #redis: Redis;
  readonly #channels: Channels;
  readonly #options: RedisCacheOptions;
  readonly #probe: NodeJS.Timeout;
  #wasReady = false;

  constructor(options: RedisCacheOptions) {
    this.#options = options;
    this.#channels = new Channels({ logger: options.logger });
    this.#redis = openRedis(options.url, 'subscriber', options.logger);
    this.#redis.on('message', (channel: string, message: string) => {
      this.#channels.deliver(channel.slice(options.prefix.length), message);
    });
    this.#redis.on('ready', () => void this.#ready());
    this.#redis.on('close', () =>
      options.health.degrade(SUBSYSTEM, 'messages between processes are interrupted'),
    );
    this.#probe = setInterval(() => void this.#check(), PROBE_EVERY_MS).unref();
  }

  ready(withinMs: number): Promise<void> {
    return becomesReady(this.#redis, withinMs);
  }

  async add(channel: string, handler: MessageHandler, options: SubscribeOptions): Promise<() => void> {
    const isNew = !this.#channels.has(channel);
    const remove = this.#channels.add(channel, handler, options);
    if (isNew && this.#redis.status === 'ready') await this.#listen([channel]);
    return () => {
      remove();
      if (!this.#channels.has(channel) && this.#redis.status === 'ready')
        this.#redis.unsubscribe(`${this.#options.prefix}${channel}`).catch(() => {});
    };
  }

  dispose(): void {
    clearInterval(this.#probe);
    this.#channels.clear();
    this.#redis.removeAllListeners('close');
    this.#redis.disconnect();
    this.#options.health.restore(SUBSYSTEM);
  }

  async #ready(): Promise<void> {
    const names = this.#channels.names();
    if (names.length > 0 && !(await this.#listen(names))) return;
    this.#options.health.restore(SUBSYSTEM);
    if (this.#wasReady) this.#channels.gap();
    this.#wasReady = true;
  }

  /** False when it failed; the connection is then made anew, which listens to everything again. */
  async #listen(channels: readonly string[]): Promise<boolean> {
    try {
      await this.#redis.subscribe(...channels.map((channel) => `${this.#options.prefix}${channel}`));
      return true;
    } catch {
      this.#redis.disconnect(true);
      return false;
    }
  }

  async #check(): Promise<void> {
    if (this.#redis.status !== 'ready') return;
    try {
      await this.#redis.ping();
    } catch {
      this.#redis.disconnect(true);
    }
  }
}

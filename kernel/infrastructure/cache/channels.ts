import { Service } from '../../di/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { MessageHandler, SubscribeOptions } from './cache.ts';

interface Subscription {
  readonly handler: MessageHandler;
  readonly onGap: (() => void) | undefined;
}

const MAX_SUBSCRIPTIONS = 10_000;

/** Subscriptions of this process, by channel. */
export class Channels extends Service<{ logger: Logger }> {
  readonly #byChannel = new Map<string, Set<Subscription>>();
  #count = 0;

  has(channel: string): boolean {
    return this.#byChannel.has(channel);
  }

  names(): readonly string[] {
    return [...this.#byChannel.keys()];
  }

  /** Returns what removes the subscription; calling it again does nothing. */
  add(channel: string, handler: MessageHandler, options: SubscribeOptions): () => void {
    if (this.#count >= MAX_SUBSCRIPTIONS) throw new RangeError('too many cache subscriptions');
    const subscription: Subscription = { handler, onGap: options.onGap };
    const listeners = this.#byChannel.get(channel) ?? new Set();
    this.#byChannel.set(channel, listeners.add(subscription));
    this.#count += 1;
    return () => {
      if (!listeners.delete(subscription)) return;
      this.#count -= 1;
      if (listeners.size === 0) this.#byChannel.delete(channel);
    };
  }

  deliver(channel: string, message: string): void {
    for (const { handler } of [...(this.#byChannel.get(channel) ?? [])])
      this.#guarded(channel, () => handler(message));
  }

  gap(): void {
    for (const [channel, listeners] of this.#byChannel)
      for (const { onGap } of [...listeners]) if (onGap) this.#guarded(channel, onGap);
  }

  clear(): void {
    this.#byChannel.clear();
    this.#count = 0;
  }

  #guarded(channel: string, call: () => void): void {
    try {
      call();
    } catch (error) {
      this.parts.logger.error('a cache subscriber failed', { channel, error });
    }
  }
}

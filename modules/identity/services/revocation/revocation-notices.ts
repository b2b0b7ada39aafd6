import type { Cache } from '@patchbay/kernel/cache';
import type { RevocationEpochs } from './revocation-epochs.ts';

const CHANNEL = 'identity.authority';
/** In place of a user's id. */
export const EVERYBODY = '*';

/** Announces changes of authority to other processes at once; lost messages are made up for from PostgreSQL. */
export class RevocationNotices {
  readonly #cache: Pick<Cache, 'publish' | 'subscribe'>;
  readonly #epochs: RevocationEpochs;
  #unsubscribe: (() => void) | undefined;

  constructor(cache: Pick<Cache, 'publish' | 'subscribe'>, epochs: RevocationEpochs) {
    this.#cache = cache;
    this.#epochs = epochs;
  }

  async listen(): Promise<void> {
    const raise = (who: string): void =>
      who === EVERYBODY ? this.#epochs.raiseAll() : this.#epochs.raise(who);
    this.#unsubscribe = await this.#cache.subscribe(CHANNEL, raise, { onGap: () => this.#epochs.raiseAll() });
  }

  send(who: string): void {
    this.#cache.publish(CHANNEL, who).catch(() => {});
  }

  close(): void {
    this.#unsubscribe?.();
  }
}

import type { Cache } from '@patchbay/kernel/cache';
import { Service } from '@patchbay/kernel/di';
import type { RevocationEpochs } from './revocation-epochs.ts';

const CHANNEL = 'identity.authority';
/** In place of a user's id. */
export const EVERYBODY = '*';

/** Announces changes of authority to other processes at once; lost messages are made up for from PostgreSQL. */
export class RevocationNotices extends Service<{
  cache: Pick<Cache, 'publish' | 'subscribe'>;
  epochs: RevocationEpochs;
}> {
  #unsubscribe: (() => void) | undefined;

  async listen(): Promise<void> {
    const raise = (who: string): void =>
      who === EVERYBODY ? this.parts.epochs.raiseAll() : this.parts.epochs.raise(who);
    this.#unsubscribe = await this.parts.cache.subscribe(CHANNEL, raise, {
      onGap: () => this.parts.epochs.raiseAll(),
    });
  }

  send(who: string): void {
    this.parts.cache.publish(CHANNEL, who).catch(() => {});
  }

  close(): void {
    this.#unsubscribe?.();
  }
}

const mostWaiting = 20;
const longestWaitMs = 10_000;

/**
 * One after the other, per firewall: between finding the position of an object and writing to it nothing of ours may
 * move the list. Waiting is bounded in number and time.
 */
import { notSent } from '@patchbay/vendor-kit';
export class Turns {
  readonly #lines = new Map<string, (() => void)[]>();

  /** Throws `adapter_rate_limit` when the line is too long or does not move. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.#wait(key);
    try {
      return await work();
    } finally {
      const next = this.#lines.get(key)?.shift();
      if (next === undefined) this.#lines.delete(key);
      else next();
    }
  }

  #wait(key: string): Promise<void> {
    const line = this.#lines.get(key);
    if (line === undefined) {
      this.#lines.set(key, []);
      return Promise.resolve();
    }
    if (line.length >= mostWaiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.splice(line.indexOf(enter), 1);
        reject(busy());
      }, longestWaitMs);
      line.push(enter);
    });
  }
}

const busy = (): Error =>
  notSent('Too many changes wait for this firewall; try again shortly.', 'adapter_rate_limit');

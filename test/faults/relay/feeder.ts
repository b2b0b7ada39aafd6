import type { World } from '../world/world.ts';

const AT_ONCE = 16;
const BUSY = new Set([408, 503]);
const BUSY_MS = 100;

/** Makes sites over HTTP, many at once, and keeps which of them were acknowledged. */
export class Feeder {
  readonly acknowledged = new Set<string>();
  readonly #world: World;
  readonly #urls: readonly string[];
  readonly #prefix: string;
  #named = 0;

  /** With several processes the work goes round, and one that is down is passed over. */
  constructor(world: World, urls: readonly string[] = [world.platform.url], prefix = '') {
    this.#world = world;
    this.#urls = urls;
    this.#prefix = prefix;
  }

  /** Ends when so many are acknowledged in all, or the only process answers no more. */
  async feed(total: number, atOnce = AT_ONCE): Promise<void> {
    await Promise.all(Array.from({ length: atOnce }, () => this.#work(total)));
  }

  async #work(total: number): Promise<void> {
    while (this.acknowledged.size < total) {
      const name = `n${this.#prefix}${this.#named}`;
      const at = this.#urls[this.#named % this.#urls.length];
      this.#named += 1;
      const answer = await this.#world
        .call('POST', '/sites', { body: { name }, ...(at ? { at } : {}), timeoutMs: 20_000 })
        .catch(() => null);
      if (answer === null && this.#urls.length === 1) return;
      if (answer?.status === 201) this.acknowledged.add(name);
      else if (answer === null || BUSY.has(answer.status))
        await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
      else throw new Error(`POST /sites answered ${answer.status}: ${answer.text}`);
    }
  }
}

import type { KernelConfig } from '../../../config/index.ts';

/**
 * Which pages may open sockets (SPEC 6.3.1) and trade the refresh cookie: those of `CORS_ORIGINS` and our own. A
 * caller without an `Origin` is no browser.
 */
export class Origins {
  readonly #allowed: ReadonlySet<string>;
  readonly #config: KernelConfig;

  constructor(config: KernelConfig) {
    this.#config = config;
    const own = config.BASE_URL === undefined ? undefined : URL.parse(config.BASE_URL)?.origin;
    this.#allowed = new Set([...config.CORS_ORIGINS, ...(own === undefined ? [] : [own])]);
  }

  /** `port` is the one the server listens on; it counts as our own only while no `BASE_URL` is set. */
  allows(origin: string | undefined, port: number): boolean {
    if (origin === undefined || this.#allowed.has(origin)) return true;
    if (this.#config.BASE_URL !== undefined) return false;
    return [this.#config.HOST, 'localhost', '127.0.0.1'].some((host) => origin === `http://${host}:${port}`);
  }
}

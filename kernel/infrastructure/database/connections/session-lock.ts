import pg from 'pg';
import { CONNECTION_WAIT_MS } from './connections.ts';

/**
 * An advisory lock held as long as this process lives: its own connection holds it, so that the server frees it
 * when the process dies. Reconnects by itself; `isHeld` answers whether it is held right now.
 */
export class SessionLock {
  readonly #url: string;
  readonly #name: string;
  readonly #key: string;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(url: string, name: string, key: string) {
    this.#url = url;
    this.#name = name;
    this.#key = key;
  }

  get isHeld(): boolean {
    return this.#client !== undefined;
  }

  /** Answers false when another process holds it. */
  async acquire(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECTION_WAIT_MS,
      keepAlive: true,
      application_name: 'patchbay lock',
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    await client.connect();
    const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1), hashtext($2)) as held', [
      this.#name,
      this.#key,
    ]);
    if (!rows[0].held) {
      await client.end();
      return false;
    }
    this.#client = client;
    return true;
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#scheduleRetry();
  }

  #scheduleRetry(): void {
    if (this.#closed) return;
    this.#retry = setTimeout(() => {
      this.acquire().then(
        (held) => held || this.#scheduleRetry(),
        () => this.#scheduleRetry(),
      );
    }, 1_000).unref();
  }

  async release(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }
}

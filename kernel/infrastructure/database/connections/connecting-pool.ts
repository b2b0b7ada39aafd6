import pg from 'pg';

/** Longest to reach the server and log in; waiting for a connection that is in use is something else. */
const CONNECT_MS = 5_000;

/** The driver's clients, each in `connecting` until it is connected or has failed. */
const clientsIn = (connecting: Set<pg.Client>) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: CONNECT_MS });
      const settled = (): void => void connecting.delete(this);
      connecting.add(this);
      this.once('connect', settled).once('end', settled);
    }
  };

/**
 * A pool that waits as long as it is configured to for connections in use, but only shortly for one that is being
 * made: behind an address that swallows packets each would take a place for minutes, and the end of the pool with it.
 */
export class ConnectingPool extends pg.Pool {
  readonly #connecting: ReadonlySet<pg.Client>;

  constructor(config: pg.PoolConfig) {
    const connecting = new Set<pg.Client>();
    super({ ...config, Client: clientsIn(connecting) });
    this.#connecting = connecting;
  }

  /** Ends connections that are being made; those who wait for them are refused. */
  abandonConnecting(): void {
    for (const client of this.#connecting) client.connection.stream.destroy();
  }
}

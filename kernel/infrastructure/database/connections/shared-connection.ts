import { DatabaseError, type PoolClient } from 'pg';

/** A connection for one or more statements beside each other, each its own transaction; the last one gives it back. */
export class SharedConnection {
  readonly #taken: Promise<PoolClient>;
  #users = 0;
  #isOver = false;
  #failure: Error | undefined;

  constructor(taken: Promise<PoolClient>) {
    this.#taken = taken;
  }

  /** Given back already, or about to be. */
  get isOver(): boolean {
    return this.#isOver;
  }

  async use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      return await work(await this.#taken);
    } catch (error) {
      // After anything but the server's own answer, the state of the connection is unknown.
      if (!(error instanceof DatabaseError)) this.#failure ??= error as Error;
      throw error;
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#giveBack();
    }
  }

  #giveBack(): void {
    this.#isOver = true;
    this.#taken.then(
      (client) => client.release(this.#failure),
      () => {},
    );
  }
}

import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';

/** Part of the driver's client beneath its declared interface. */
interface Wired {
  readonly connection: { readonly stream: Writable };
}

const isWired = (client: object): client is Wired => 'connection' in client;

/**
 * Sends the statements of one turn of the event loop as one write to the socket: BEGIN with the scope and the
 * first statement, or the last statements and COMMIT. Without it each is a system call and often a packet.
 */
export function corkWrites(client: PoolClient): void {
  if (!isWired(client)) return;
  const { stream } = client.connection;
  const send = client.query;
  let corked = false;
  const uncork = (): void => {
    corked = false;
    stream.uncork();
  };
  const corking = function (this: PoolClient, ...statement: Parameters<typeof send>): unknown {
    if (!corked) {
      corked = true;
      stream.cork();
      process.nextTick(uncork);
    }
    return send.apply(this, statement);
  };
  Object.defineProperty(client, 'query', { value: corking });
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to the platform that a test cuts and mends: from the browser it looks as if the platform were away. */
export class Relay {
  readonly url: string;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #target: number | undefined;

  private constructor(server: Server) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.url = `http://127.0.0.1:${this.#port}`;
    server.on('connection', (socket) => this.#pass(socket));
  }

  static async open(t: { teardown(work: () => unknown): unknown }): Promise<Relay> {
    const relay = new Relay(await listening(0));
    t.teardown(() => relay.cut());
    return relay;
  }

  leadTo(url: string): void {
    this.#target = Number(new URL(url).port);
  }

  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    this.#server = await listening(this.#port);
    this.#server.on('connection', (socket) => this.#pass(socket));
  }

  #pass(near: Socket): void {
    if (this.#target === undefined) {
      near.destroy();
      return;
    }
    const far = connect(this.#target, '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  }
}

async function listening(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

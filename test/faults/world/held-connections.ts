import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a device on which the next connection can be held: it is taken, and what comes in goes no further. */
export class HeldConnections {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  readonly #server = createServer((socket) => this.#take(socket));
  #isHolding = false;

  constructor(target: URL) {
    this.#target = { host: target.hostname, port: Number(target.port) };
  }

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** From now on connections are held, each once its first bytes have come. */
  hold(): void {
    this.#isHolding = true;
  }

  get held(): number {
    return this.#held.length;
  }

  /** What is held goes on; what comes later passes. */
  release(): void {
    this.#isHolding = false;
    for (const goOn of this.#held.splice(0)) goOn();
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #take(socket: Socket): void {
    this.#keep(socket);
    const goOn = (): void => {
      const device = this.#keep(connect(this.#target));
      socket.pipe(device);
      device.pipe(socket);
    };
    if (this.#isHolding) socket.once('readable', () => this.#held.push(goOn));
    else goOn();
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
  }
}

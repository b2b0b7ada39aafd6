import type { WebSocket } from 'ws';
import { Service } from '../../../di/index.ts';
import type { SocketLimits } from '../limits.ts';

/** Clients that have not said who they are, bounded in all and per address. */
export class PendingSockets extends Service<{ limits: Pick<SocketLimits, 'pending' | 'pendingPerAddress'> }> {
  readonly #addressOf = new Map<WebSocket, string>();
  readonly #perAddress = new Map<string, number>();

  get size(): number {
    return this.#addressOf.size;
  }

  /** False when it is one too many; else it counts until it is deleted. */
  add(ws: WebSocket, address: string): boolean {
    const here = this.#perAddress.get(address) ?? 0;
    if (this.size >= this.parts.limits.pending || here >= this.parts.limits.pendingPerAddress) return false;
    this.#addressOf.set(ws, address);
    this.#perAddress.set(address, here + 1);
    return true;
  }

  delete(ws: WebSocket): void {
    const address = this.#addressOf.get(ws);
    if (address === undefined) return;
    this.#addressOf.delete(ws);
    const left = (this.#perAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#perAddress.set(address, left);
    else this.#perAddress.delete(address);
  }

  [Symbol.iterator](): IterableIterator<WebSocket> {
    return this.#addressOf.keys();
  }
}

import type { RawData, WebSocket } from 'ws';
import { assertUsable } from '../http/index.ts';
import { CLOSE } from './limits.ts';

/** A client's frame; `value` is undefined for anything but JSON of bounded depth. */
export interface Arrived {
  readonly value: unknown;
}

/** Frames that may wait while one is handled; those of one packet arrive even while reading is paused. */
const MAX_WAITING = 64;

/**
 * Frames of one client in order, from the first on. While one is handled, nothing more is read from the network,
 * so that a client waits rather than fills memory.
 */
export class Inbox {
  readonly #ws: WebSocket;
  readonly #waiting: Arrived[] = [];
  #taker: ((frame: Arrived | null) => void) | undefined;
  #mayArrive: () => boolean = () => true;
  #isOver = false;

  constructor(ws: WebSocket) {
    this.#ws = ws;
    ws.on('message', (data, isBinary) => this.#arrive(data, isBinary));
    ws.once('close', () => this.#end());
  }

  /** From now on a frame that arrives when `mayArrive` says no closes the socket (1013). */
  limit(mayArrive: () => boolean): void {
    this.#mayArrive = mayArrive;
  }

  /** The next frame; null when the client is gone, or nothing came within the time given. */
  async next(withinMs?: number): Promise<Arrived | null> {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined || this.#isOver) return waiting ?? null;
    const { promise, resolve } = Promise.withResolvers<Arrived | null>();
    this.#taker = resolve;
    this.#ws.resume();
    const timer = withinMs === undefined ? undefined : setTimeout(() => this.#give(null), withinMs);
    return promise.finally(() => clearTimeout(timer));
  }

  #arrive(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return;
    if (!this.#mayArrive() || this.#waiting.length >= MAX_WAITING) {
      this.#end();
      this.#ws.close(CLOSE.tryLater, 'too many messages');
      this.#ws.resume();
      return;
    }
    const frame = { value: isBinary ? undefined : parsed(data) };
    if (this.#taker) this.#give(frame);
    else this.#waiting.push(frame);
    this.#ws.pause();
  }

  #give(frame: Arrived | null): void {
    const taker = this.#taker;
    this.#taker = undefined;
    taker?.(frame);
  }

  #end(): void {
    this.#isOver = true;
    this.#waiting.length = 0;
    this.#give(null);
  }
}

function parsed(data: RawData): unknown {
  try {
    const value: unknown = JSON.parse(data.toString());
    assertUsable(value);
    return value;
  } catch {
    return undefined;
  }
}

import { WebSocket } from 'ws';
import { waitFor } from '../../harness/index.ts';

export interface StreamFrame {
  readonly type: string;
  readonly cursor?: number;
  readonly event?: { readonly id: string; readonly event_type: string; readonly payload: unknown };
  readonly [field: string]: unknown;
}

/** A reader of the event stream that keeps every frame and how the socket ended. */
export class Listener {
  readonly frames: StreamFrame[] = [];
  readonly #socket: WebSocket;
  closedWith: number | undefined;

  readonly url: string;

  private constructor(url: string, token: string) {
    this.url = url;
    this.#socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/v1/ws`);
    this.#socket.on('open', () => this.send({ type: 'auth', token }));
    this.#socket.on('message', (data) => this.frames.push(JSON.parse(String(data)) as StreamFrame));
    this.#socket.on('error', (error) => this.frames.push({ type: 'socket_error', message: error.message }));
    this.#socket.on('close', (code) => {
      this.closedWith = code;
    });
  }

  /** Connecting; it may be refused. */
  static begin(platform: { readonly url: string }, token: string): Listener {
    return new Listener(platform.url, token);
  }

  /** Connected and known to the platform. */
  static async open(platform: { readonly url: string }, token: string): Promise<Listener> {
    const listener = Listener.begin(platform, token);
    await listener.#has('connected');
    return listener;
  }

  async subscribe(subscriptions: readonly string[], since?: number): Promise<this> {
    this.send({ type: 'subscribe', subscriptions, ...(since === undefined ? {} : { since }) });
    await this.#has('subscribed');
    return this;
  }

  send(frame: object): void {
    this.#socket.send(JSON.stringify(frame));
  }

  async #has(type: string): Promise<void> {
    await waitFor(`a ${type} frame, not ${JSON.stringify(this.frames)}`, () => {
      if (this.frames.some((frame) => frame.type === type)) return true;
      if (this.closedWith !== undefined) throw new Error(`closed with ${this.closedWith} before ${type}`);
      return false;
    });
  }

  /** Cursors of the events that came, in the order they came. */
  get cursors(): readonly number[] {
    return this.frames.flatMap(({ cursor }) => (cursor === undefined ? [] : [cursor]));
  }

  /** What this payload field held, event by event. */
  told(field: string): readonly unknown[] {
    return this.frames.flatMap(({ event }) =>
      event ? [(event.payload as Record<string, unknown>)[field]] : [],
    );
  }

  close(): void {
    this.#socket.close();
  }
}

import { WebSocket } from 'ws';
import { waitFor } from '../harness/wait-for.ts';

export interface Frame {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads of every event type pass here
  readonly event?: { readonly event_type: string; readonly payload: any };
  readonly [field: string]: unknown;
}

/** A reader of the real-time stream that keeps every frame. */
export class StreamReader {
  readonly frames: Frame[] = [];
  readonly #socket: WebSocket;

  constructor(url: string, token: string) {
    this.#socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/v1/ws`);
    this.#socket.on('open', () => this.#socket.send(JSON.stringify({ type: 'auth', token })));
    this.#socket.on('message', (data) => this.frames.push(JSON.parse(String(data)) as Frame));
    this.#socket.on('error', (error) => this.frames.push({ type: 'socket_error', message: error.message }));
  }

  send(frame: object): void {
    this.#socket.send(JSON.stringify(frame));
  }

  frame(type: string): Promise<Frame> {
    return waitFor(`a ${type} frame`, () => this.frames.find((frame) => frame.type === type));
  }

  event(
    event_type: string,
    matches: (payload: Record<string, unknown>) => boolean = () => true,
  ): Promise<Frame> {
    return waitFor(`the event ${event_type} on the stream`, () =>
      this.frames.find((frame) => frame.event?.event_type === event_type && matches(frame.event.payload)),
    );
  }

  close(): void {
    this.#socket.close();
  }
}

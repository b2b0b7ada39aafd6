/** An event of the stream (SPEC 6.3.3). */
export interface LiveEvent {
  readonly id: string;
  readonly event_type: string;
  readonly category: string;
  readonly priority: string;
  readonly organization_id: string;
  readonly site_id: string | null;
  readonly occurred_at: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly cursor: number;
}

export type StreamStatus = 'connecting' | 'open' | 'away';

type Frame =
  | { readonly type: 'event'; readonly cursor: number; readonly event: Omit<LiveEvent, 'cursor'> }
  | { readonly type: 'gap' | 'dropped' }
  | { readonly type: 'session_revoked' }
  | { readonly type: 'connected' | 'subscribed' | 'unsubscribed' | 'subscription_denied' | 'pong' | 'error' };

export interface StreamReader {
  event(event: LiveEvent): void;
  /** Events were passed over: whatever is shown must be read anew. */
  lost(): void;
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;
const PING_MS = 25_000;
/** A stream that says nothing for so long, pings unanswered, is given up. */
const SILENT_MS = 60_000;
const REMEMBERED_IDS = 2_000;
/** Subscriptions asked for within this time travel in one frame: a socket takes five messages a second. */
const GATHER_MS = 250;

/**
 * One WebSocket for the whole console. Readers name patterns; the socket subscribes to each once, comes back by itself
 * with the cursor of the last event, and hands every event to a reader once.
 */
export class EventStream {
  readonly #address: string;
  readonly #onRevoked: () => void;
  readonly #readers = new Map<StreamReader, readonly string[]>();
  readonly #listeners = new Set<() => void>();
  readonly #seen = new Set<string>();
  readonly #asked = new Set<string>();
  #socket: WebSocket | undefined;
  #status: StreamStatus = 'away';
  #cursor: number | undefined;
  #attempts = 0;
  #retryTimer: number | undefined;
  #gatherTimer: number | undefined;
  #pingTimer: number | undefined;
  #heardMs = 0;
  #isStopped = true;

  constructor(address: string, onRevoked: () => void) {
    this.#address = address;
    this.#onRevoked = onRevoked;
  }

  get status(): StreamStatus {
    return this.#status;
  }

  onStatus(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    window.clearTimeout(this.#retryTimer);
    window.clearInterval(this.#pingTimer);
    this.#socket?.close();
    this.#socket = undefined;
    this.#cursor = undefined;
    this.#say('away');
  }

  /** Ends with the function answered. */
  read(patterns: readonly string[], reader: StreamReader): () => void {
    this.#readers.set(reader, patterns);
    this.#gather();
    return () => {
      this.#readers.delete(reader);
      this.#gather();
    };
  }

  /** Tries again at once: the browser is online again, or the tab is looked at. */
  wake(): void {
    if (this.#status !== 'away' || this.#isStopped) return;
    window.clearTimeout(this.#retryTimer);
    this.#connect();
  }

  #connect(): void {
    this.#say('connecting');
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#asked.clear();
    socket.addEventListener('open', () => {
      this.#heardMs = performance.now();
      this.#pingTimer = window.setInterval(() => this.#ping(), PING_MS);
    });
    socket.addEventListener('message', ({ data }) => this.#take(String(data)));
    socket.addEventListener('close', () => this.#closed(socket));
  }

  #closed(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    window.clearInterval(this.#pingTimer);
    this.#socket = undefined;
    if (this.#isStopped) return;
    this.#say('away');
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** this.#attempts, LONGEST_RETRY_MS);
    this.#attempts += 1;
    this.#retryTimer = window.setTimeout(() => this.#connect(), waitMs * (0.75 + Math.random() / 2));
  }

  #ping(): void {
    if (performance.now() - this.#heardMs > SILENT_MS) this.#socket?.close();
    else this.#send({ type: 'ping' });
  }

  #take(text: string): void {
    this.#heardMs = performance.now();
    const frame = JSON.parse(text) as Frame;
    if (frame.type === 'connected') this.#connected();
    else if (frame.type === 'event') this.#deliver({ ...frame.event, cursor: frame.cursor });
    else if (frame.type === 'gap' || frame.type === 'dropped')
      for (const reader of this.#readers.keys()) reader.lost();
    else if (frame.type === 'session_revoked') this.#onRevoked();
  }

  #connected(): void {
    const isReturn = this.#attempts > 0 || this.#cursor !== undefined;
    this.#attempts = 0;
    this.#say('open');
    this.#subscribe();
    if (isReturn && this.#cursor === undefined) for (const reader of this.#readers.keys()) reader.lost();
  }

  #deliver(event: LiveEvent): void {
    this.#cursor = Math.max(this.#cursor ?? 0, event.cursor);
    if (this.#seen.has(event.id)) return;
    this.#seen.add(event.id);
    const [oldest] = this.#seen;
    if (this.#seen.size > REMEMBERED_IDS && oldest !== undefined) this.#seen.delete(oldest);
    this.#hand(event);
  }

  #hand(event: LiveEvent): void {
    for (const [reader, patterns] of this.#readers)
      if (patterns.some((pattern) => matches(pattern, event.event_type))) reader.event(event);
  }

  #gather(): void {
    window.clearTimeout(this.#gatherTimer);
    this.#gatherTimer = window.setTimeout(() => this.#subscribe(), GATHER_MS);
  }

  /** Brings the socket's subscriptions to those that readers name. */
  #subscribe(): void {
    if (this.#status !== 'open') return;
    const wanted = new Set([...this.#readers.values()].flat());
    const fresh = [...wanted].filter((pattern) => !this.#asked.has(pattern));
    const idle = [...this.#asked].filter((pattern) => !wanted.has(pattern));
    if (fresh.length > 0) {
      const since = this.#asked.size === 0 ? this.#cursor : undefined;
      this.#send({ type: 'subscribe', subscriptions: fresh, ...(since === undefined ? {} : { since }) });
    }
    if (idle.length > 0) this.#send({ type: 'unsubscribe', subscriptions: idle });
    for (const pattern of fresh) this.#asked.add(pattern);
    for (const pattern of idle) this.#asked.delete(pattern);
  }

  #send(frame: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #say(status: StreamStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    for (const notify of this.#listeners) notify();
  }
}

/** `*` is one segment, a trailing `*` one or more, `**` any number (DECISIONS 24). */
export function matches(pattern: string, type: string): boolean {
  const wanted = pattern.split('.');
  const segments = type.split('.');
  const from = (at: number, place: number): boolean => {
    const word = wanted[at];
    if (word === undefined) return place === segments.length;
    if (word === '**') return from(at + 1, place) || (place < segments.length && from(at, place + 1));
    if (place >= segments.length) return false;
    if (word === '*' && at === wanted.length - 1) return true;
    return (word === '*' || word === segments[place]) && from(at + 1, place + 1);
  };
  return from(0, 0);
}

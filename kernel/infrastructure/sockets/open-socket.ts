import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { Principal } from '../../permissions/index.ts';
import { Backlog, type WaitingFrame } from './backlog.ts';
import type { Authenticated } from './handshake/authentication.ts';
import { CLOSE, type SocketLimits } from './limits.ts';
import { MessageRate } from './message-rate.ts';
import type { MountedSocket } from './mounted-socket.ts';
import type { OwnerSlot } from './owner-slots.ts';
import type { SocketConnection, SocketSession } from './socket.ts';

export interface OpenSocketOptions {
  readonly ws: WebSocket;
  readonly mounted: MountedSocket;
  readonly params: Readonly<Record<string, string>>;
  readonly authenticated: Authenticated;
  readonly limits: SocketLimits;
  readonly nowMs: () => number;
  /** Text as bytes; the same text for many sockets is encoded once. */
  readonly encode: (text: string) => Buffer;
  /** Key of `connectionsPerUser`. */
  readonly owner: string;
  /** Its place among the connections of that owner in all processes. */
  readonly slot: OwnerSlot;
  readonly onDropped: () => void;
}

/**
 * One authenticated client. Before every frame the revocation epoch is compared; once it rose, nothing
 * goes out or in until authority was read again (DECISIONS 16).
 */
export class OpenSocket implements SocketConnection {
  readonly id: string = randomUUID();
  readonly params: Readonly<Record<string, string>>;
  readonly mounted: MountedSocket;
  readonly owner: string;
  readonly #options: OpenSocketOptions;
  readonly #ws: WebSocket;
  readonly #rate: MessageRate;
  readonly #backlog: Backlog;
  #authenticated: Authenticated;
  #validatedAtMs: number;
  #revalidating: Promise<void> | undefined;
  #pingedAtMs: number;
  #awaitsPong = false;
  #dropped = 0;
  #droppingSinceMs = 0;
  session: SocketSession | undefined;

  constructor(options: OpenSocketOptions) {
    this.#options = options;
    this.#ws = options.ws;
    this.#authenticated = options.authenticated;
    this.params = options.params;
    this.mounted = options.mounted;
    this.owner = options.owner;
    const nowMs = options.nowMs();
    this.#validatedAtMs = nowMs;
    this.#pingedAtMs = nowMs;
    this.#rate = new MessageRate(options.limits.messagesPerSecond, nowMs);
    this.#backlog = new Backlog(options.limits.bufferedBytes);
    options.ws.on('pong', () => {
      this.#awaitsPong = false;
    });
  }

  get principal(): Principal {
    return this.#authenticated.principal;
  }

  get isOpen(): boolean {
    return this.#ws.readyState === WebSocket.OPEN;
  }

  get bufferedBytes(): number {
    return this.#ws.bufferedAmount + this.#backlog.bytes;
  }

  send(frame: unknown): boolean {
    return this.isOpen && this.#write({ bytes: Buffer.from(JSON.stringify(frame)), isBinary: false });
  }

  sendText(text: string, stillWanted?: () => boolean): boolean {
    return this.isOpen && this.#write({ bytes: this.#options.encode(text), isBinary: false, stillWanted });
  }

  sendBytes(bytes: Uint8Array): boolean {
    return this.isOpen && this.#write({ bytes, isBinary: true });
  }

  close(code: number, reason: string): void {
    this.#backlog.clear();
    this.#ws.close(code, reason.slice(0, 120));
  }

  terminate(): void {
    this.#ws.terminate();
  }

  releaseSlot(): void {
    this.#options.slot.release();
  }

  /** Counts a client's frame; false when it is one too many in this second. */
  takeMessage(): boolean {
    return this.#rate.take(this.#options.nowMs());
  }

  /** Resolves when authority is known to hold; at once unless the epoch rose. The socket may be closed then. */
  trusted(): Promise<void> | undefined {
    if (this.#revalidating === undefined && this.#isStale()) this.#revalidate();
    return this.#revalidating;
  }

  /** Looks after the connection: liveness, slow readers, authority, its module. */
  sweep(): void {
    if (!this.isOpen) return;
    const nowMs = this.#options.nowMs();
    this.#options.slot.renew(nowMs);
    if (this.mounted.state() !== 'enabled') this.close(CLOSE.tryLater, 'not available right now');
    else if (this.#dropped > 0) this.#judgeSlowReader(nowMs);
    else this.#keepAlive(nowMs);
    const isDue = nowMs - this.#validatedAtMs >= this.#options.limits.revalidateEveryMs;
    if (this.#revalidating === undefined && (isDue || this.#isStale())) this.#revalidate();
  }

  #isStale(): boolean {
    const { authenticator, principal, epoch } = this.#authenticated;
    return authenticator.epochOf(principal) !== epoch;
  }

  #write(frame: WaitingFrame): boolean {
    const { bytes, isBinary } = frame;
    if (this.#dropped > 0 || this.bufferedBytes + bytes.byteLength > this.#options.limits.bufferedBytes) {
      this.#drop();
      return true;
    }
    if (this.trusted() === undefined) this.#ws.send(bytes, { binary: isBinary });
    else this.#backlog.add(frame);
    return true;
  }

  #drop(): void {
    if (this.#dropped === 0) this.#droppingSinceMs = this.#options.nowMs();
    this.#dropped += 1;
    this.#options.onDropped();
  }

  /** A client that lost frames is sent their number and closed: its view is no longer complete. */
  #judgeSlowReader(nowMs: number): void {
    const hasCaughtUp = this.#ws.bufferedAmount === 0;
    if (!hasCaughtUp && nowMs - this.#droppingSinceMs < this.#options.limits.graceMs) return;
    this.#ws.send(JSON.stringify({ type: 'dropped', count: this.#dropped }));
    this.close(CLOSE.tryLater, 'reads too slowly');
  }

  #keepAlive(nowMs: number): void {
    if (nowMs - this.#pingedAtMs < this.#options.limits.pingEveryMs) return;
    if (this.#awaitsPong) {
      this.terminate();
      return;
    }
    this.#pingedAtMs = nowMs;
    this.#awaitsPong = true;
    this.#ws.ping();
  }

  #revalidate(): void {
    this.#revalidating = this.#readAuthority();
  }

  /** Never rejects: authority that cannot be read closes the socket, since it may be gone. */
  async #readAuthority(): Promise<void> {
    try {
      do {
        const { authenticator, principal } = this.#authenticated;
        const epoch = authenticator.epochOf(principal);
        const current = await authenticator.revalidate(principal);
        if (!this.isOpen) return;
        if (current === null) {
          this.#revoke();
          return;
        }
        this.#authenticated = { authenticator, principal: current, epoch };
        this.#validatedAtMs = this.#options.nowMs();
        this.session?.refreshed?.(current);
      } while (this.#isStale());
      this.#revalidating = undefined;
      for (const { bytes, isBinary, stillWanted } of this.#backlog.take())
        if (stillWanted?.() ?? true) this.#ws.send(bytes, { binary: isBinary });
    } catch {
      this.close(CLOSE.tryLater, 'authority cannot be read right now');
    }
  }

  #revoke(): void {
    this.#ws.send(JSON.stringify({ type: 'session_revoked' }));
    this.close(CLOSE.policy, 'session revoked');
  }
}

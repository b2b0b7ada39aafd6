import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { KernelConfig } from '../../config/index.ts';
import { type Public, type Token, token } from '../../di/index.ts';
import type { Contributions } from '../../extension/index.ts';
import type { Authenticator } from '../../permissions/index.ts';
import type { Clock, Counter, Gauge, Logger, Metrics } from '../../telemetry/index.ts';
import { ClientAddresses, limitKeyOf, Origins } from '../http/index.ts';
import type { Authenticated } from './handshake/authentication.ts';
import { authenticateClient } from './handshake/handshake.ts';
import { PendingSockets } from './handshake/pending-sockets.ts';
import { refuseUpgrade } from './handshake/refuse-upgrade.ts';
import { Inbox } from './inbox.ts';
import { CLOSE, SOCKET_LIMITS, type SocketLimits } from './limits.ts';
import { runMessageLoop } from './message-loop.ts';
import type { MountedSocket } from './mounted-socket.ts';
import { OpenSocket } from './open-socket.ts';
import { type OwnerSlot, OwnerSlots, type SlotCache } from './owner-slots.ts';
import type { SocketAuthentication } from './socket.ts';
import { type SocketMatch, SocketTable } from './socket-table.ts';
import { TextEncoding } from './text-encoding.ts';

export interface SocketServerOptions {
  readonly config: KernelConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly authenticators: Contributions<Authenticator>;
  /** Store in which the connections of one user are counted over all processes. */
  readonly cache: SlotCache;
  /** Deviations from SPEC 8, for tests and benches. */
  readonly limits?: Partial<SocketLimits>;
}

/** Counts of connected clients (SPEC 4.8). */
export interface SocketStats {
  readonly connections: number;
  /** Connected, but not authenticated: not yet, or refused and about to go. */
  readonly pending: number;
}

const DEFAULT_DRAIN_MS = 3_000;
/** Time a refused client has for its part of the closing. */
const CLOSING_MS = 1_000;

/** All WebSockets of a platform: upgrade, Origin, authentication, limits, backpressure (SPEC 6.3, 8). */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #limits: SocketLimits;
  readonly #origins: Origins;
  readonly #acceptor: WebSocketServer;
  readonly #encoding = new TextEncoding();
  readonly #open = new Set<OpenSocket>();
  readonly #addresses: ClientAddresses;
  readonly #pending: PendingSockets;
  readonly #perOwner = new Map<string, number>();
  readonly #slots: OwnerSlots;
  readonly #gauge: Gauge;
  readonly #dropped: Counter;
  #table = new SocketTable([]);
  #server: Server | undefined;
  #sweep: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(options: SocketServerOptions) {
    this.#options = options;
    this.#limits = { ...SOCKET_LIMITS, ...options.limits };
    this.#origins = new Origins(options.config);
    this.#addresses = new ClientAddresses(options.config.TRUSTED_PROXIES);
    this.#pending = new PendingSockets({ limits: this.#limits });
    this.#slots = new OwnerSlots({ cache: options.cache, slots: this.#limits.connectionsPerUser });
    this.#acceptor = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: this.#limits.frameBytes,
    });
    this.#gauge = options.metrics.gauge('sockets_open', 'Authenticated WebSocket connections');
    this.#dropped = options.metrics.counter('socket_frames_dropped_total', 'Frames not sent to slow readers');
  }

  /** Takes the upgrades of this server from now on. Throws for two sockets of one path. */
  attach(server: Server, sockets: readonly MountedSocket[]): void {
    this.#table = new SocketTable(sockets);
    this.#server = server;
    server.on('upgrade', this.#upgrade);
    this.#sweep = setInterval(() => this.#lookAfterAll(), this.#limits.sweepMs);
    this.#sweep.unref();
  }

  stats(): SocketStats {
    return { connections: this.#open.size, pending: this.#pending.size };
  }

  /** Announces to every client that the server goes down (1001), waits for them within the bound, then cuts them. */
  async close(drainMs: number = DEFAULT_DRAIN_MS): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#sweep);
    for (const connection of this.#open) connection.close(CLOSE.goingAway, 'the server is going down');
    for (const ws of this.#pending) ws.close(CLOSE.goingAway, 'the server is going down');
    const endMs = performance.now() + drainMs;
    while (this.#open.size + this.#pending.size > 0 && performance.now() < endMs)
      await new Promise((resolve) => setTimeout(resolve, 10));
    for (const connection of this.#open) connection.terminate();
    for (const ws of this.#pending) ws.terminate();
    this.#server?.off('upgrade', this.#upgrade);
    this.#server = undefined;
  }

  readonly #upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const match = this.#table.match(path);
    if (match === null || match === 'malformed') refuseUpgrade(socket, match === null ? 404 : 400);
    else if (match.mounted.state() === 'disabled') refuseUpgrade(socket, 404);
    else if (match.mounted.state() === 'degraded' || this.#isClosing) refuseUpgrade(socket, 503);
    else
      this.#acceptor.handleUpgrade(request, socket, head, (ws) => {
        void this.#accept(ws, request, match);
      });
  };

  async #accept(ws: WebSocket, request: IncomingMessage, match: SocketMatch): Promise<void> {
    ws.on('error', (error) => this.#options.logger.debug('a socket failed', { error }));
    if (!this.#origins.allows(request.headers.origin, this.#port))
      return refuse(ws, CLOSE.policy, 'origin not allowed');
    const address = limitKeyOf(this.#addresses.ipOf(request));
    if (this.#isFull() || !this.#pending.add(ws, address))
      return refuse(ws, CLOSE.tryLater, 'too many connections');
    ws.once('close', () => this.#pending.delete(ws));
    try {
      await this.#authenticate(ws, request, match);
    } catch (error) {
      this.#options.logger.warn('a socket could not be opened', { socket: match.mounted.socket.id, error });
      refuse(ws, CLOSE.tryLater, 'try again later');
    } finally {
      ws.resume();
    }
  }

  async #authenticate(ws: WebSocket, request: IncomingMessage, match: SocketMatch): Promise<void> {
    const inbox = new Inbox(ws);
    const known = await authenticateClient({
      request,
      inbox,
      kind: match.mounted.socket.authentication,
      authenticators: this.#options.authenticators,
      withinMs: this.#limits.authenticationMs,
    });
    if ('refused' in known) return refuse(ws, CLOSE.policy, known.refused);
    if (ws.readyState !== ws.OPEN) return undefined;
    if (this.#isFull()) return refuse(ws, CLOSE.tryLater, 'too many connections');
    const owner = ownerOf(known, request, match.mounted.socket.authentication);
    const nowMs = this.#options.clock.monotonicMs();
    const slot = this.#mayHaveMore(owner)
      ? await this.#slots.take(owner, nowMs, this.#perOwner.get(owner) ?? 0)
      : null;
    // Others of the same owner may have come in meanwhile.
    if (slot === null || !this.#mayHaveMore(owner) || this.#isFull() || ws.readyState !== ws.OPEN) {
      slot?.release();
      return refuse(ws, CLOSE.tryLater, 'too many connections of this user');
    }
    return this.#begin(ws, inbox, match, known, { owner, slot });
  }

  #mayHaveMore(owner: string): boolean {
    return (this.#perOwner.get(owner) ?? 0) < this.#limits.connectionsPerUser;
  }

  async #begin(
    ws: WebSocket,
    inbox: Inbox,
    { mounted, params }: SocketMatch,
    authenticated: Authenticated,
    { owner, slot }: { readonly owner: string; readonly slot: OwnerSlot },
  ): Promise<void> {
    const connection = new OpenSocket({
      ws,
      mounted,
      params,
      authenticated,
      owner,
      slot,
      limits: this.#limits,
      nowMs: () => this.#options.clock.monotonicMs(),
      encode: (text) => this.#encoding.bytesOf(text),
      onDropped: () => this.#dropped.increment(),
    });
    this.#pending.delete(ws);
    this.#add(connection);
    ws.once('close', () => this.#remove(connection));
    connection.session = await mounted.socket.open(connection, mounted.deps);
    if (ws.readyState === ws.CLOSED) return connection.session.closed();
    runMessageLoop(inbox, connection, this.#options.logger).catch((error: unknown) => {
      this.#options.logger.error('a socket session failed', { socket: mounted.socket.id, error });
      connection.terminate();
    });
    return undefined;
  }

  #isFull(): boolean {
    return this.#open.size >= this.#limits.connections;
  }

  #add(connection: OpenSocket): void {
    this.#open.add(connection);
    this.#perOwner.set(connection.owner, (this.#perOwner.get(connection.owner) ?? 0) + 1);
    this.#gauge.set(this.#open.size);
  }

  #remove(connection: OpenSocket): void {
    if (!this.#open.delete(connection)) return;
    connection.releaseSlot();
    const left = (this.#perOwner.get(connection.owner) ?? 1) - 1;
    if (left > 0) this.#perOwner.set(connection.owner, left);
    else this.#perOwner.delete(connection.owner);
    this.#gauge.set(this.#open.size);
    try {
      connection.session?.closed();
    } catch (error) {
      this.#options.logger.error('ending a socket session failed', {
        socket: connection.mounted.socket.id,
        error,
      });
    }
  }

  #lookAfterAll(): void {
    for (const connection of this.#open)
      try {
        connection.sweep();
      } catch (error) {
        this.#options.logger.error('looking after a socket failed', { error });
        connection.terminate();
      }
  }

  get #port(): number {
    return (this.#server?.address() as AddressInfo | null | undefined)?.port ?? this.#options.config.PORT;
  }
}

/** Says why, and hangs up on a client that does not answer it: it must not hold what others need. */
function refuse(ws: WebSocket, code: number, reason: string): void {
  ws.close(code, reason);
  const timer = setTimeout(() => ws.terminate(), CLOSING_MS).unref();
  ws.once('close', () => clearTimeout(timer));
}

/** Clients that are no users count one by one: all of an organization may share the principal they act as. */
function ownerOf(
  { principal }: Authenticated,
  { headers }: IncomingMessage,
  authentication: SocketAuthentication,
): string {
  if (principal.user_id !== null || authentication === 'user') return `user:${principal.user_id}`;
  const { scheme, id } = authentication;
  return `${scheme}:${principal.organization_id}:${String(headers[id.toLowerCase()] ?? '')}`;
}

/** The platform's sockets, for `GET /ws/stats`. */
export const SOCKETS: Token<Public<SocketServer>> = token('kernel.sockets');

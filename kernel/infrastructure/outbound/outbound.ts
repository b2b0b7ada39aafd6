import type { Socket } from 'node:net';
import { type Token, token } from '../../di/index.ts';
import type { Clock } from '../../telemetry/index.ts';
import { Deadline } from './deadline.ts';
import { type DialTarget, dial } from './dial.ts';
import { OutboundFailure } from './errors.ts';
import { KeptConnections } from './exchange/kept-connections.ts';
import { ownExchange } from './exchange/own-exchange.ts';
import { PinnedAgent } from './exchange/pinned-agent.ts';
import type { OutboundReply } from './exchange/reply.ts';
import { DestinationGuard } from './guard.ts';
import { InFlight } from './in-flight.ts';
import { type CheckedRequest, checkRequest, checkTls, type OutboundRequest } from './request.ts';
import type { Resolver } from './resolver.ts';
import type { SocketRequest } from './socket-request.ts';

/** The only way to addresses that users name (RULES R6, DECISIONS 33). */
export interface Outbound {
  /**
   * Sends one request and reads its answer. Throws `outbound.address_refused`, `outbound.request_refused` or
   * `outbound.busy` before anything is sent, and `OutboundFailure` when the peer fails. Redirects are not followed.
   */
  send(request: OutboundRequest): Promise<OutboundReply>;
  /** Opens a TCP or TLS connection under the same rules, for protocols other than HTTP. The caller owns it. */
  openSocket(request: SocketRequest): Promise<Socket>;
  /** Names a port this platform listens on; it is never sent to. */
  protect(port: number): void;
  /** Ends every request under way and every kept connection. */
  dispose(): void;
}

export const OUTBOUND: Token<Outbound> = token('kernel.outbound');

const MAX_ADDRESSES_TRIED = 3;
/** An address that does not answer must leave time for the next one; the last has all that is left. */
const CONNECT_MS = 3_000;
const UNTIL_DEADLINE_MS = 300_000;

export class GuardedOutbound implements Outbound {
  readonly #guard: DestinationGuard;
  readonly #kept: KeptConnections;
  readonly #inFlight = new InFlight();

  constructor(resolver: Resolver, clock: Clock) {
    this.#guard = new DestinationGuard({ resolver, clock });
    this.#kept = new KeptConnections(clock);
  }

  async send(request: OutboundRequest): Promise<OutboundReply> {
    const call = checkRequest(request);
    return this.#within(call, call.timeoutMs, request.signal, async (signal) => {
      const addresses = await this.#guard.addressesOf(call, signal);
      return this.#overAny(addresses, (address, connectMs) => this.#sendTo(call, address, connectMs, signal));
    });
  }

  async openSocket(request: SocketRequest): Promise<Socket> {
    const { host, port, timeoutMs } = request;
    const tls = request.tls === undefined ? undefined : checkTls(request.tls);
    const destination = { ...request, allowedHosts: request.allowedHosts ?? [] };
    return this.#within(request, timeoutMs, request.signal, async (signal) => {
      const addresses = await this.#guard.addressesOf(destination, signal);
      return this.#overAny(addresses, (address, connectMs) =>
        dial({ address, port, host, tls }, connectMs, signal),
      );
    });
  }

  protect(port: number): void {
    this.#guard.protect(port);
  }

  dispose(): void {
    this.#inFlight.close();
    this.#kept.dispose();
  }

  /** Takes a place, starts the clock, and gives a late failure the right name. */
  async #within<T>(
    { host, port }: { readonly host: string; readonly port: number },
    timeoutMs: number,
    caller: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const place = this.#inFlight.enter(`${host}:${port}`);
    const deadline = new Deadline(timeoutMs, [place.signal, ...(caller ? [caller] : [])]);
    try {
      return await work(deadline.signal);
    } catch (error) {
      throw deadline.explain(error);
    } finally {
      deadline.clear();
      place.leave();
    }
  }

  /** The next address is tried only while nothing was sent. */
  async #overAny<T>(
    addresses: readonly string[],
    attempt: (address: string, connectMs: number) => Promise<T>,
  ): Promise<T> {
    const tried = addresses.slice(0, MAX_ADDRESSES_TRIED);
    for (const [index, address] of tried.entries()) {
      const isLast = index === tried.length - 1;
      try {
        return await attempt(address, isLast ? UNTIL_DEADLINE_MS : CONNECT_MS);
      } catch (error) {
        if (isLast || !(error instanceof OutboundFailure) || error.sent || error.code.startsWith('CERT_'))
          throw error;
      }
    }
    throw new OutboundFailure('ENOTFOUND', { sent: false });
  }

  #sendTo(
    call: CheckedRequest,
    address: string,
    connectMs: number,
    signal: AbortSignal,
  ): Promise<OutboundReply> {
    const { port, host, secure, tls } = call;
    const target: DialTarget = {
      address,
      port,
      host,
      tls: secure ? tls : undefined,
      protocols: ['http/1.1'],
    };
    if (call.keepAlive && this.#kept.isFit(call, target))
      return this.#kept.send(call, target, connectMs, signal);
    const headers = { ...call.headers, connection: 'close' };
    return ownExchange({ ...call, headers }, new PinnedAgent(target, connectMs), signal);
  }
}

import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { withDeadline } from '../../concurrency/index.ts';
import { Service } from '../../di/index.ts';
import type { Clock } from '../../telemetry/index.ts';
import { type AddressClass, classifyAddress } from './address.ts';
import { addressRefused, asFailure, OutboundFailure } from './errors.ts';
import type { OutboundPolicy } from './request.ts';
import type { Resolver } from './resolver.ts';

export interface Destination {
  readonly policy: OutboundPolicy;
  readonly host: string;
  readonly port: number;
  readonly allowedHosts: readonly string[];
}

const DNS_DEADLINE_MS = 2_000;
/** Reason of the signal after an answer; without one, each abort makes an error with its stack. */
const RESOLVED = 'resolved';
const INTERFACES_MS = 10_000;
const MAX_PROTECTED_PORTS = 1_000;

/** Resolves a destination once and decides; connections go to the very addresses answered here. */
export class DestinationGuard extends Service<{ resolver: Resolver; clock: Clock }> {
  readonly #ports = new Set<number>();
  #own: { readonly atMs: number; readonly addresses: ReadonlySet<string> } | undefined;

  /** A port this platform listens on; nothing is ever sent to it on this machine. */
  protect(port: number): void {
    if (this.#ports.size < MAX_PROTECTED_PORTS) this.#ports.add(port);
  }

  /** All addresses, IPv4 first; one that the policy forbids refuses the destination as a whole. */
  async addressesOf(destination: Destination, signal: AbortSignal): Promise<readonly string[]> {
    const found = await this.#resolve(destination.host, signal);
    const listed = isListed(destination);
    for (const address of found) {
      if (!isAllowed(classifyAddress(address), destination.policy, listed)) throw addressRefused();
      if (this.#ports.has(destination.port) && this.#isThisMachine(address)) throw addressRefused();
    }
    return [...found].sort((a, b) => Number(a.includes(':')) - Number(b.includes(':')));
  }

  async #resolve(host: string, signal: AbortSignal): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    const deadline = new AbortController();
    const late = () => new OutboundFailure('ETIMEDOUT', { sent: false });
    try {
      const asked = this.parts.resolver.resolve(host, deadline.signal);
      const found = await withDeadline(DNS_DEADLINE_MS, asked, late, signal);
      if (found.length === 0) throw new OutboundFailure('ENOTFOUND', { sent: false });
      return found;
    } catch (error) {
      throw signal.aborted ? late() : asFailure(error, false);
    } finally {
      deadline.abort(RESOLVED);
    }
  }

  #isThisMachine(address: string): boolean {
    if (classifyAddress(address) === 'loopback') return true;
    const nowMs = this.parts.clock.monotonicMs();
    if (this.#own === undefined || nowMs - this.#own.atMs >= INTERFACES_MS) {
      const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
      this.#own = { atMs: nowMs, addresses: new Set(all.map((each) => each.address)) };
    }
    return this.#own.addresses.has(address);
  }
}

function isAllowed(kind: AddressClass, policy: OutboundPolicy, listed: boolean): boolean {
  if (kind === 'public') return true;
  return (kind === 'private' || kind === 'loopback') && (policy === 'equipment' || listed);
}

const plain = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[([^\]]*)\]/, '$1');

function isListed({ host, port, allowedHosts }: Destination): boolean {
  const wanted = plain(host);
  return allowedHosts.map(plain).some((listed) => listed === wanted || listed === `${wanted}:${port}`);
}

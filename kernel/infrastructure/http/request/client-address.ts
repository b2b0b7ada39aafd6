import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { ConfigError } from '../../../config/index.ts';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Longest chain of proxies that is looked at. */
const MAX_HOPS = 20;

function networkOf(text: string): Network {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch (cause) {
    throw new ConfigError(`TRUSTED_PROXIES takes addresses and networks such as 10.0.0.0/8, not "${text}"`, {
      cause,
    });
  }
}

/** IPv4 in IPv6 spelling becomes IPv4; anything else stays. */
const plain = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;

/** Finds the caller's address; proxy headers count only from `TRUSTED_PROXIES` (DECISIONS 6). */
export class ClientAddresses {
  readonly #trusted: readonly Network[];

  constructor(trustedProxies: readonly string[]) {
    this.#trusted = trustedProxies.map(networkOf);
  }

  /** Nearest address that is not one of our proxies. */
  ipOf(request: IncomingMessage): string {
    const peer = plain(request.socket.remoteAddress ?? '');
    if (!this.#isTrusted(peer)) return peer;
    const hops = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .slice(-MAX_HOPS);
    let nearest = peer;
    for (const hop of hops.reverse()) {
      const address = plain(hop.trim());
      if (!ipaddr.isValid(address)) return nearest;
      nearest = address;
      if (!this.#isTrusted(address)) return address;
    }
    return nearest;
  }

  /** Whether the caller came over HTTPS, to us or to a proxy we trust. */
  isSecure(request: IncomingMessage): boolean {
    if ('encrypted' in request.socket) return true;
    if (this.#trusted.length === 0 || !this.#isTrusted(plain(request.socket.remoteAddress ?? '')))
      return false;
    const sent = String(request.headers['x-forwarded-proto'] ?? '');
    return sent.split(',').at(-1)?.trim().toLowerCase() === 'https';
  }

  #isTrusted(address: string): boolean {
    if (this.#trusted.length === 0 || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return this.#trusted.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match([network, bits] as never),
    );
  }
}

/** Key of an address for limits: a whole /64 for IPv6, since one caller owns all of it. */
export function limitKeyOf(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip;
  const parts = ipaddr.process(ip);
  return parts.kind() === 'ipv4'
    ? parts.toString()
    : `${(parts as ipaddr.IPv6).parts.slice(0, 4).join(':')}/64`;
}

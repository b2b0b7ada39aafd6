import { promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { withFallback } from '../../concurrency/index.ts';
import type { Clock } from '../../telemetry/index.ts';
import { failureCode, OutboundFailure } from './errors.ts';

/** Turns a name into all its addresses; tests bring their own. */
export interface Resolver {
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
}

const TRY_MS = 900;
const TRIES = 2;
/** Some name servers never answer for IPv6; once there is an IPv4 address, the wait is this short. */
const SECOND_ANSWER_MS = 250;
const HOSTS_FILE_MS = 10_000;
const MAX_ADDRESSES = 16;

export interface SystemResolverOptions {
  readonly hostsFile?: string;
  /** Name servers as `address:port`; those of the system without it. */
  readonly servers?: readonly string[];
}

/**
 * Asks DNS itself, after the hosts file. The system's `getaddrinfo` is not used: a name server that hangs
 * would hold the few threads that files and password hashing share.
 */
export class SystemResolver implements Resolver {
  readonly #clock: Clock;
  readonly #hostsFile: string;
  readonly #servers: readonly string[] | undefined;
  #hosts: { readonly atMs: number; readonly byName: ReadonlyMap<string, readonly string[]> } | undefined;

  constructor(clock: Clock, { hostsFile = '/etc/hosts', servers }: SystemResolverOptions = {}) {
    this.#clock = clock;
    this.#hostsFile = hostsFile;
    this.#servers = servers;
  }

  async resolve(host: string, signal: AbortSignal): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    const name = host.toLowerCase();
    const known = (await this.#hostsByName()).get(name);
    if (known !== undefined) return known;
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    return this.#ask(name, signal);
  }

  async #ask(name: string, signal: AbortSignal): Promise<readonly string[]> {
    const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES });
    if (this.#servers !== undefined) resolver.setServers(this.#servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const four = answerOf(resolver.resolve4(name));
      const six = answerOf(resolver.resolve6(name));
      const first = await four;
      const second =
        first.addresses.length === 0
          ? await six
          : await withFallback(SECOND_ANSWER_MS, six, () => ({ addresses: [] }));
      const found = [...first.addresses, ...second.addresses];
      if (found.length > 0) return found.slice(0, MAX_ADDRESSES);
      throw new OutboundFailure(dnsCode(first.cause), { sent: false, cause: first.cause });
    } finally {
      resolver.cancel();
      signal.removeEventListener('abort', cancel);
    }
  }

  async #hostsByName(): Promise<ReadonlyMap<string, readonly string[]>> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#hosts !== undefined && nowMs - this.#hosts.atMs < HOSTS_FILE_MS) return this.#hosts.byName;
    const text = await readFile(this.#hostsFile, 'utf8').catch(() => '');
    this.#hosts = { atMs: nowMs, byName: parseHosts(text) };
    return this.#hosts.byName;
  }
}

interface Answer {
  readonly addresses: readonly string[];
  readonly cause?: unknown;
}

const answerOf = (asked: Promise<readonly string[]>): Promise<Answer> =>
  asked.then(
    (addresses) => ({ addresses }),
    (cause: unknown) => ({ addresses: [], cause }),
  );

function dnsCode(cause: unknown): string {
  const code = failureCode(cause);
  if (code === 'ETIMEOUT' || code === 'ECANCELLED') return 'ETIMEDOUT';
  return code === 'EPROTO' || code === 'ENOTFOUND' ? 'ENOTFOUND' : 'EAI_AGAIN';
}

function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const line of text.slice(0, 1_048_576).split('\n')) {
    const [address = '', ...names] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names)
      byName.set(name.toLowerCase(), [...(byName.get(name.toLowerCase()) ?? []), address]);
  }
  return byName;
}

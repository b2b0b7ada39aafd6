import { isUuid } from '../../schema/index.ts';
import { API_BASE } from '../http/index.ts';
import type { MountedSocket } from './mounted-socket.ts';

export interface SocketMatch {
  readonly mounted: MountedSocket;
  readonly params: Readonly<Record<string, string>>;
}

interface Entry {
  readonly mounted: MountedSocket;
  readonly segments: readonly string[];
}

const isParameter = (segment: string | undefined): boolean => segment?.startsWith('{') ?? false;

/** All sockets by path. The path is compared as sent: nothing is normalised, so nothing can be smuggled. */
export class SocketTable {
  readonly #entries: readonly Entry[];

  constructor(sockets: readonly MountedSocket[]) {
    this.#entries = sockets
      .map((mounted) => ({ mounted, segments: `${API_BASE}${mounted.socket.path}`.split('/') }))
      .toSorted((one, other) => dynamicOf(one) - dynamicOf(other));
    const seen = new Set<string>();
    for (const { segments, mounted } of this.#entries) {
      const key = segments.map((segment) => (isParameter(segment) ? '{}' : segment)).join('/');
      if (seen.has(key))
        throw new Error(`the socket path ${key} is declared twice, again by ${mounted.socket.id}`);
      seen.add(key);
    }
  }

  /** The socket at a path; `malformed` when a parameter is not a UUID, null when there is none. */
  match(path: string): SocketMatch | 'malformed' | null {
    const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
    const entry = this.#entries.find(({ segments }) => fits(segments, parts));
    if (entry === undefined) return null;
    const params: Record<string, string> = {};
    for (const [index, segment] of entry.segments.entries()) {
      if (!isParameter(segment)) continue;
      const value = parts[index] ?? '';
      if (!isUuid(value)) return 'malformed';
      params[segment.slice(1, -1)] = value;
    }
    return { mounted: entry.mounted, params };
  }
}

const dynamicOf = ({ segments }: Entry): number => segments.filter(isParameter).length;

const fits = (segments: readonly string[], parts: readonly string[]): boolean =>
  segments.length === parts.length &&
  segments.every(
    (segment, index) => segment === parts[index] || (isParameter(segment) && parts[index] !== ''),
  );

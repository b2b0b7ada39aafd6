import { createHash } from 'node:crypto';
import type { UbusClientOptions } from './ubus-client.ts';

interface Kept {
  readonly session: string;
  readonly until: number;
}

const MAX_KEPT = 5_000;
/** Shorter than the device's own 300 s, so that a kept session is mostly still good. */
const KEPT_MS = 240_000;

/** Sessions for reading, one per device and sign-in, shared by everybody who talks to it; at most 5,000. */
export class SessionPool {
  readonly #kept = new Map<string, Kept>();
  readonly #logins = new Map<string, Promise<string>>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The kept session, or a new one; many who ask at once wait for one login. */
  async take(owner: string, login: () => Promise<string>): Promise<string> {
    const kept = this.#kept.get(owner);
    if (kept !== undefined && kept.until > this.#now()) {
      this.#keep(owner, kept.session);
      return kept.session;
    }
    const underway = this.#logins.get(owner) ?? this.#login(owner, login);
    return underway;
  }

  /** Forgets a session that the device does not know any more, unless a newer one has come. */
  drop(owner: string, session: string): void {
    if (this.#kept.get(owner)?.session === session) this.#kept.delete(owner);
  }

  #login(owner: string, login: () => Promise<string>): Promise<string> {
    const underway = login()
      .then((session) => {
        this.#keep(owner, session);
        return session;
      })
      .finally(() => this.#logins.delete(owner));
    this.#logins.set(owner, underway);
    return underway;
  }

  #keep(owner: string, session: string): void {
    this.#kept.delete(owner);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(owner, { session, until: this.#now() + KEPT_MS });
  }
}

/** Key of a shared session: the same device, sign-in and trust. Holds no password. */
export const ownerOf = (id: string, { url, username, password, tls }: UbusClientOptions): string =>
  createHash('sha256')
    .update(JSON.stringify([id, url, username, password, tls]))
    .digest('base64url');

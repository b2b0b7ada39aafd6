import { createHash } from 'node:crypto';

/** Ticket of a sign-in with a password; good for two hours. */
export interface Ticket {
  readonly ticket: string;
  /** Sent along with everything that is not a GET. */
  readonly csrf: string;
}

interface Kept {
  readonly ticket: Ticket;
  readonly until: number;
}

const MAX_KEPT = 5_000;
/** Half of a ticket's life, so that long work begun with it can be followed to its end. */
const KEPT_MS = 3_600_000;

/** Tickets, one per host and sign-in, shared by everybody who talks to it; at most 5,000. */
export class Tickets {
  readonly #kept = new Map<string, Kept>();
  readonly #logins = new Map<string, Promise<Ticket>>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The kept ticket, or a new one; many who ask at once wait for one sign-in. */
  async take(owner: string, login: () => Promise<Ticket>): Promise<Ticket> {
    const kept = this.#kept.get(owner);
    if (kept !== undefined && kept.until > this.#now()) return kept.ticket;
    return this.#logins.get(owner) ?? this.#login(owner, login);
  }

  /** Forgets a ticket that the host does not take any more, unless a newer one has come. */
  drop(owner: string, ticket: Ticket): void {
    if (this.#kept.get(owner)?.ticket === ticket) this.#kept.delete(owner);
  }

  #login(owner: string, login: () => Promise<Ticket>): Promise<Ticket> {
    const underway = login()
      .then((ticket) => {
        this.#keep(owner, ticket);
        return ticket;
      })
      .finally(() => this.#logins.delete(owner));
    this.#logins.set(owner, underway);
    return underway;
  }

  #keep(owner: string, ticket: Ticket): void {
    this.#kept.delete(owner);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(owner, { ticket, until: this.#now() + KEPT_MS });
  }
}

/** Key of a shared ticket: the same host, trust and sign-in. Holds no password. */
export const ownerOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { LabClock } from '../lab-clock.ts';
import type { LabRequest } from '../lab-product.ts';
import { Refusal } from './refusal.ts';

export interface SignInOptions {
  readonly username: string;
  readonly password: string;
  /** Secret of the user's token `lab`. */
  readonly token: string;
  /** Secret of the token `reader`, which may only look. */
  readonly reader: string;
  /** The user needs a second factor, so that a password alone gives no ticket. */
  readonly second_factor: boolean;
}

export interface User {
  readonly name: string;
  readonly mayWrite: boolean;
}

interface Issued {
  readonly user: string;
  readonly csrf: string;
  readonly until: number;
}

const ticketMs = 7_200_000;
const maxTickets = 1_000;
const none = () => new Refusal(401, 'No ticket');
const invalid = () => new Refusal(401, 'permission denied - invalid PVE ticket');

export const freshToken = (): string => randomUUID();

/** Tickets and API tokens. A ticket is good for two hours and has a word that every write must carry. */
export class SignIn {
  readonly #clock: LabClock;
  readonly #options: SignInOptions;
  readonly #tickets = new Map<string, Issued>();

  constructor(clock: LabClock, options: SignInOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  /** Throws the 401 of a request that carries nothing good. */
  userOf({ method, headers }: LabRequest): User {
    const { authorization = '', cookie = '' } = headers;
    const { username, token, reader } = this.#options;
    if (authorization.startsWith('PVEAPIToken=')) {
      const given = authorization.slice('PVEAPIToken='.length);
      if (given === `${username}!lab=${token}`) return { name: `${username}!lab`, mayWrite: true };
      if (given === `${username}!reader=${reader}`) return { name: `${username}!reader`, mayWrite: false };
      throw new Refusal(401, 'invalid token value!');
    }
    const ticket = /(?:^|;\s*)PVEAuthCookie=([^;]+)/.exec(cookie)?.[1];
    if (ticket === undefined) throw none();
    const issued = this.#tickets.get(decoded(ticket));
    if (issued === undefined || issued.until <= this.#clock.now()) throw invalid();
    if (method !== 'GET' && headers['csrfpreventiontoken'] !== issued.csrf)
      throw new Refusal(401, 'Permission denied - invalid csrf token');
    return { name: issued.user, mayWrite: true };
  }

  /** A new ticket for a password, or for a ticket that is still good. */
  issue(username: string, password: string): Readonly<Record<string, unknown>> {
    const kept = this.#tickets.get(password);
    const isRenewal = kept !== undefined && kept.user === username && kept.until > this.#clock.now();
    const isLogin = username === this.#options.username && password === this.#options.password;
    if (!isRenewal && !isLogin) throw new Refusal(401, 'authentication failure');
    const seconds = Math.floor(this.#clock.now() / 1_000)
      .toString(16)
      .toUpperCase();
    const csrf = `${seconds}:${createHash('sha256').update(randomBytes(16)).digest('base64')}`;
    const secret = randomBytes(96).toString('base64');
    if (this.#options.second_factor && !isRenewal)
      return {
        username,
        ticket: `PVE:!tfa!${seconds}:${secret}`,
        CSRFPreventionToken: csrf,
        NeedTFA: 1,
      };
    const ticket = `PVE:${username}:${seconds}::${secret}`;
    const [oldest] = this.#tickets.keys();
    if (this.#tickets.size >= maxTickets && oldest !== undefined) this.#tickets.delete(oldest);
    this.#tickets.set(ticket, { user: username, csrf, until: this.#clock.now() + ticketMs });
    return { username, ticket, CSRFPreventionToken: csrf, clustername: 'lab' };
  }

  /** Ends every ticket, as a change of the cluster's key does. */
  endAll(): void {
    this.#tickets.clear();
  }

  get ticketsHeld(): number {
    return this.#tickets.size;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

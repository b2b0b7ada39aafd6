import { notSent } from '@patchbay/vendor-kit';
import type { VendorSite } from './vendor-site.ts';

/** A console has its applications behind `/proxy/network`; a self-hosted controller is the application alone. */
export type Flavour = 'console' | 'self_hosted';

/** Session of a password login: cookies, and the token every write must carry. */
export interface CookieSession {
  readonly cookie: string;
  csrf: string | null;
}

const MAX_KEPT = 1_000;
const MAX_SITES = 200;
const SITE_KEPT_MS = 300_000;
/** The product lets about five through a minute and then locks for minutes: one stays in hand. */
const LOGINS_AMINUTE = 4;
const MINUTE_MS = 60_000;

/** Sign-in state of one console and one credential between conversations; nothing of it is stored. */
export class SignIn {
  flavour: Flavour | undefined;
  #session: CookieSession | undefined;
  #pending: Promise<CookieSession> | undefined;
  readonly #sites = new Map<string, { readonly value: VendorSite; readonly untilMs: number }>();
  #loginsMs: number[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The running session, or the one a single login gives to all who wait for it. */
  session(login: () => Promise<CookieSession>): Promise<CookieSession> {
    if (this.#session) return Promise.resolve(this.#session);
    this.#pending ??= this.#login(login).finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /** The session turned out to be over; a newer one stays. */
  forget(session: CookieSession): void {
    if (this.#session === session) this.#session = undefined;
  }

  /** The vendor site found for one of ours lately. */
  siteOf(ours: string): VendorSite | undefined {
    const kept = this.#sites.get(ours);
    return kept && kept.untilMs > this.#now() ? kept.value : undefined;
  }

  keepSite(ours: string, value: VendorSite): void {
    if (this.#sites.size >= MAX_SITES) this.#sites.clear();
    this.#sites.set(ours, { value, untilMs: this.#now() + SITE_KEPT_MS });
  }

  forgetSite(ours: string): void {
    this.#sites.delete(ours);
  }

  async #login(login: () => Promise<CookieSession>): Promise<CookieSession> {
    const now = this.#now();
    this.#loginsMs = this.#loginsMs.filter((at) => at > now - MINUTE_MS);
    if (this.#loginsMs.length >= LOGINS_AMINUTE)
      throw notSent('The console lets few logins through a minute; try again shortly.', 'adapter_rate_limit');
    this.#loginsMs.push(now);
    this.#session = await login();
    return this.#session;
  }
}

/** One `SignIn` per key; the least lately used of more than a thousand is forgotten. */
export class SignIns {
  readonly #kept = new Map<string, SignIn>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  of(key: string): SignIn {
    const signIn = this.#kept.get(key) ?? new SignIn(this.#now);
    this.#kept.delete(key);
    this.#kept.set(key, signIn);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return signIn;
  }
}

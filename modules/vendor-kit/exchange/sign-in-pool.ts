import { createHash } from 'node:crypto';

interface Kept<S> {
  readonly signIn: S;
  readonly until: number;
}

export interface KeptSignIns {
  /** Shorter than the device's own time: a device that restarted may have ended a sign-in before. */
  readonly keptMs: number;
  /** Whether a device counts the time of a sign-in from its last use. */
  readonly renewedByUse: boolean;
}

const MAX_KEPT = 5_000;

/** Sign-ins, one per device and credential, shared by everybody who talks to it; at most 5,000. */
export class SignInPool<S> {
  readonly #kept = new Map<string, Kept<S>>();
  readonly #underway = new Map<string, Promise<S>>();
  readonly #retention: KeptSignIns;
  readonly #now: () => number;

  constructor(retention: KeptSignIns, now: () => number = () => performance.now()) {
    this.#retention = retention;
    this.#now = now;
  }

  /** The kept one, or a new one; many who ask at once wait for one login. */
  async take(owner: string, login: () => Promise<S>): Promise<S> {
    const kept = this.#kept.get(owner);
    if (kept === undefined || kept.until <= this.#now())
      return this.#underway.get(owner) ?? this.#login(owner, login);
    if (this.#retention.renewedByUse) this.#keep(owner, kept.signIn);
    return kept.signIn;
  }

  /** Forgets one that the device does not know any more, unless a newer one has come. */
  drop(owner: string, signIn: S): void {
    if (this.#kept.get(owner)?.signIn === signIn) this.#kept.delete(owner);
  }

  #login(owner: string, login: () => Promise<S>): Promise<S> {
    const underway = login()
      .then((signIn) => {
        this.#keep(owner, signIn);
        return signIn;
      })
      .finally(() => this.#underway.delete(owner));
    this.#underway.set(owner, underway);
    return underway;
  }

  #keep(owner: string, signIn: S): void {
    this.#kept.delete(owner);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(owner, { signIn, until: this.#now() + this.#retention.keptMs });
  }
}

/** Key of a shared sign-in: the same device, trust and credential. Holds no password. */
export const signInKey = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

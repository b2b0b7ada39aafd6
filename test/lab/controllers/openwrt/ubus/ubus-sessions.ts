import { randomBytes } from 'node:crypto';
import type { LabClock } from '../../lab-clock.ts';

export interface UbusSession {
  readonly id: string;
  readonly username: string;
  readonly timeoutSeconds: number;
  expiresAt: number;
}

export const nullSession = '0'.repeat(32);

const maxSessions = 1_000;

/** Logins of the device. A session ends when it was not used for its time; every use renews it. */
export class UbusSessions {
  readonly #clock: LabClock;
  readonly #sessions = new Map<string, UbusSession>();
  readonly #ended: (session: string) => void;

  constructor(clock: LabClock, ended: (session: string) => void) {
    this.#clock = clock;
    this.#ended = ended;
  }

  open(username: string, timeoutSeconds: number): UbusSession {
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= maxSessions && oldest !== undefined) this.end(oldest);
    const id = randomBytes(16).toString('hex');
    const session = { id, username, timeoutSeconds, expiresAt: this.#clock.now() + timeoutSeconds * 1_000 };
    this.#sessions.set(id, session);
    return session;
  }

  /** The session behind an id, renewed; undefined when there is none or it has run out. */
  use(id: string): UbusSession | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined) return undefined;
    const now = this.#clock.now();
    if (session.expiresAt <= now) {
      this.end(id);
      return undefined;
    }
    session.expiresAt = now + session.timeoutSeconds * 1_000;
    return session;
  }

  end(id: string): void {
    if (this.#sessions.delete(id)) this.#ended(id);
  }

  endAll(): void {
    for (const id of [...this.#sessions.keys()]) this.end(id);
  }
}

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { LabClock } from '../lab-clock.ts';
import type { LabAnswer, LabRequest } from '../lab-product.ts';
import { classicRefusal, Refusal, type Speaker } from './refusal.ts';

export interface SessionOptions {
  readonly username: string;
  readonly password: string;
  readonly api_key: string;
  readonly self_hosted: boolean;
}

interface Session {
  csrf: string;
  /** Requests that were under way when the token was renewed still carry it. */
  earlier: string;
  readonly untilMs: number;
}

const sessionMs = 2 * 3_600_000;
const loginsAMinute = 5;
const minuteMs = 60_000;
const lockedMs = 180_000;
const maxSessions = 1_000;

/** Who may speak to the console: one key, one account, and the cookies its logins gave. */
export class Sessions {
  readonly #options: SessionOptions;
  readonly #clock: LabClock;
  readonly #sessions = new Map<string, Session>();
  #loginsMs: number[] = [];
  #lockedUntilMs = 0;

  constructor(options: SessionOptions, clock: LabClock) {
    this.#options = options;
    this.#clock = clock;
  }

  /** Ends every session, as a restart does. */
  clear(): void {
    this.#sessions.clear();
  }

  /** Throws the refusal of the part of the console that finds the credential wanting. */
  check(request: LabRequest, speaker: Speaker): void {
    const key = request.headers['x-api-key'];
    if (key !== undefined) {
      if (!same(String(key), this.#options.api_key)) throw new Refusal(401, 'Unauthorized');
      return;
    }
    const session = this.#of(request);
    if (!session) throw missing(speaker);
    if (request.method === 'GET') return;
    const token = String(request.headers['x-csrf-token'] ?? '');
    if (token !== session.csrf && token !== session.earlier) throw new Refusal(403, 'Invalid CSRF Token');
  }

  /** Headers of an answer inside a session: a write renews the token. */
  renewed(request: LabRequest): Readonly<Record<string, string>> {
    const session = request.headers['x-api-key'] === undefined ? this.#of(request) : undefined;
    if (!session || request.method === 'GET') return {};
    if (this.#options.self_hosted) return {};
    session.earlier = session.csrf;
    session.csrf = randomBytes(16).toString('hex');
    return { 'x-updated-csrf-token': session.csrf };
  }

  logIn(request: LabRequest): LabAnswer {
    const now = this.#clock.now();
    this.#loginsMs = this.#loginsMs.filter((at) => at > now - minuteMs);
    if (now < this.#lockedUntilMs || this.#loginsMs.length >= loginsAMinute) {
      this.#lockedUntilMs = Math.max(this.#lockedUntilMs, now + lockedMs);
      throw new Refusal(429, 'AUTHENTICATION_FAILED_LIMIT_REACHED');
    }
    this.#loginsMs.push(now);
    const { username, password } = loginOf(request.body);
    const isRight = same(username, this.#options.username) && same(password, this.#options.password);
    if (!isRight)
      throw this.#options.self_hosted
        ? classicRefusal('Invalid')
        : new Refusal(403, 'AUTHENTICATION_FAILED_INVALID_CREDENTIALS');
    return this.#opened(now);
  }

  logOut(request: LabRequest): LabAnswer {
    const token = tokenOf(request);
    if (token !== null) this.#sessions.delete(token);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"success":true}' };
  }

  #opened(now: number): LabAnswer {
    const token = randomBytes(24).toString('base64url');
    const csrf = randomBytes(16).toString('hex');
    this.#sessions.set(token, { csrf, earlier: csrf, untilMs: now + sessionMs });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > maxSessions && oldest !== undefined) this.#sessions.delete(oldest);
    const json = { 'content-type': 'application/json' };
    if (this.#options.self_hosted)
      return {
        status: 200,
        headers: {
          ...json,
          'set-cookie': [`unifises=${token}; Path=/; HttpOnly`, `csrf_token=${csrf}; Path=/`],
        },
        body: JSON.stringify({ meta: { rc: 'ok' }, data: [] }),
      };
    return {
      status: 200,
      headers: { ...json, 'x-csrf-token': csrf, 'set-cookie': [`TOKEN=${token}; Path=/; Secure; HttpOnly`] },
      body: JSON.stringify({ username: this.#options.username, isOwner: true, status: 'ACTIVE' }),
    };
  }

  #of(request: LabRequest): Session | undefined {
    const session = this.#sessions.get(tokenOf(request) ?? '');
    return session && session.untilMs > this.#clock.now() ? session : undefined;
  }
}

function missing(speaker: Speaker): Refusal {
  if (speaker === 'classic') return classicRefusal('LoginRequired', 401);
  if (speaker === 'integration') return new Refusal(401, 'api.authentication.missing-credentials');
  return new Refusal(401, 'Unauthorized');
}

function loginOf(body: string): { username: string; password: string } {
  try {
    const { username, password } = JSON.parse(body) as Record<string, unknown>;
    return { username: String(username), password: String(password) };
  } catch {
    return { username: '', password: '' };
  }
}

const tokenOf = ({ headers }: LabRequest): string | null =>
  /(?:^|; )(?:TOKEN|unifises)=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? null;

function same(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

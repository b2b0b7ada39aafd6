import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { LabClock } from '../lab-clock.ts';
import type { LabRequest } from '../lab-product.ts';
import type { FirewallRecords } from './records.ts';
import { Refusal } from './refusal.ts';

const tokenLifetimeMs = 3_600_000;
const maxTokens = 1_000;
/** Made with a password only, whatever the box takes elsewhere. */
const passwordOnly = new Set(['/api/v2/auth/jwt', '/api/v2/auth/key']);

/** The three ways to sign in: a local user, a key, and a token that lasts an hour on the lab clock. */
export class FirewallSignIn {
  readonly #records: FirewallRecords;
  readonly #clock: LabClock;
  readonly #methods: ReadonlySet<string>;
  readonly #tokens = new Map<string, number>();

  constructor(records: FirewallRecords, clock: LabClock, methods: readonly string[]) {
    this.#records = records;
    this.#clock = clock;
    this.#methods = new Set(methods);
  }

  /** The refusal of an unsigned request, or null. */
  refusalOf(request: LabRequest): Refusal | null {
    const authorization = request.headers.authorization ?? '';
    const key = request.headers['x-api-key'];
    if (passwordOnly.has(request.path)) return this.#isUser(authorization) ? null : unauthorized();
    if (typeof key === 'string' && this.#methods.has('key')) return this.#isKey(key) ? null : unauthorized();
    if (authorization.startsWith('Bearer ') && this.#methods.has('jwt'))
      return this.#isToken(authorization.slice('Bearer '.length)) ? null : unauthorized();
    return this.#methods.has('basic') && this.#isUser(authorization) ? null : unauthorized();
  }

  newToken(): string {
    if (this.#tokens.size >= maxTokens) this.#tokens.clear();
    const token = `${randomBytes(12).toString('base64url')}.${randomBytes(24).toString('base64url')}.lab`;
    this.#tokens.set(token, this.#clock.now() + tokenLifetimeMs);
    return token;
  }

  #isToken(token: string): boolean {
    return (this.#tokens.get(token) ?? 0) > this.#clock.now();
  }

  #isKey(given: string): boolean {
    return this.#records.list('RESTAPIKey').some((each) => sameText(String(each['secret'] ?? ''), given));
  }

  #isUser(authorization: string): boolean {
    const [scheme = '', encoded = ''] = authorization.split(' ');
    if (scheme.toLowerCase() !== 'basic') return false;
    const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
    const user = this.#records
      .list('User')
      .find((each) => each['name'] === name && each['disabled'] !== true);
    return user !== undefined && sameText(String(user['password'] ?? ''), rest.join(':'));
  }
}

export const unauthorized = (): Refusal =>
  new Refusal(401, 'AUTH_AUTHENTICATION_FAILED', 'Authentication failed.');

function sameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length > 0 && one.length === other.length && timingSafeEqual(one, other);
}

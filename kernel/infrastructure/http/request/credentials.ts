import type { IncomingMessage } from 'node:http';
import { Service } from '../../../di/index.ts';
import { PatchbayError, unauthenticated } from '../../../errors/index.ts';
import type { Contributions } from '../../../extension/index.ts';
import {
  ACCESS_COOKIE,
  type Authenticator,
  type Credential,
  type Principal,
} from '../../../permissions/index.ts';
import { twoCredentials } from '../http-errors.ts';
import { cookieOf } from '../reply/cookies.ts';
import { limitKeyOf } from './client-address.ts';
import type { UnknownCredentials } from './unknown-credentials.ts';

/** Result of authentication: a principal, none, or the refusal. */
export interface Identified {
  readonly principal: Principal | null;
  readonly refusal: unknown;
}

/** A request without a credential. */
export const ANONYMOUS: Identified = Object.freeze({ principal: null, refusal: null });
const MAX_CREDENTIAL_LENGTH = 8_192;

function countOf(request: IncomingMessage, lowerCaseName: string): number {
  const { rawHeaders } = request;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === lowerCaseName) count += 1;
  return count;
}

/**
 * The one credential of a request, or null. Throws `http.two_credentials` for two headers or one sent
 * twice; a cookie beside a header is not used (DECISIONS 1). `Basic` is no credential of a principal: clients
 * of OAuth2 name themselves so, to the routes that ask them to (RFC 6749 2.3.1).
 */
export function credentialOf(request: IncomingMessage): Credential | null {
  const { authorization, cookie } = request.headers;
  const key = request.headers['x-api-key'];
  if (authorization === undefined && key === undefined) {
    const value = cookieOf(cookie, ACCESS_COOKIE);
    return value === undefined || value === '' ? null : { kind: 'cookie', value };
  }
  if (countOf(request, 'authorization') + countOf(request, 'x-api-key') > 1) throw twoCredentials();
  if (key !== undefined) return { kind: 'api_key', value: String(key) };
  if (/^Basic(?: |$)/i.test(authorization ?? '')) return null;
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization ?? '');
  return { kind: 'bearer', value: bearer?.[1] ?? '' };
}

/** Turns credentials into principals by asking the contributed authenticators in turn. */
export class Identification extends Service<{
  authenticators: Contributions<Authenticator>;
  unknown: UnknownCredentials;
}> {
  /** Whether the caller's address pays for this look-up in advance, rather than the principal it finds. */
  mustPay(credential: Credential | null, ip: string): boolean {
    return credential !== null && this.parts.unknown.mustPay(credential, limitKeyOf(ip));
  }

  /** Never throws: the refusal is kept, so that limits count the attempt before it is answered. */
  async identify(credential: Credential | null, ip: string): Promise<Identified> {
    if (credential === null) return ANONYMOUS;
    const address = limitKeyOf(ip);
    this.parts.unknown.begun(address);
    const identified = await this.#look(credential);
    this.parts.unknown.ended(credential, address, outcomeOf(identified));
    return identified;
  }

  async #look(credential: Credential): Promise<Identified> {
    if (credential.value === '' || credential.value.length > MAX_CREDENTIAL_LENGTH)
      return { principal: null, refusal: unauthenticated() };
    try {
      for (const authenticator of this.parts.authenticators.values) {
        const principal = await authenticator.authenticate(credential);
        if (principal !== null) return { principal, refusal: null };
      }
      return { principal: null, refusal: unauthenticated() };
    } catch (refusal) {
      return { principal: null, refusal: refusal ?? unauthenticated() };
    }
  }
}

function outcomeOf({ principal, refusal }: Identified): 'good' | 'bad' | 'unknown' {
  if (principal !== null) return 'good';
  return isPlainRefusal(refusal) ? 'bad' : 'unknown';
}

/** A refusal without a reason of its own; on public routes the caller counts as anonymous. */
export const isPlainRefusal = (refusal: unknown): boolean =>
  refusal instanceof PatchbayError && (refusal.kind === 'unauthenticated' || refusal.kind === 'forbidden');

import { createHash } from 'node:crypto';
import { Service } from '@patchbay/kernel/di';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { SignInCookies, SignInRequest } from '@patchbay/module-identity/contract';
import { STATE_LIFETIME_MS } from './login-states.ts';

const COOKIE = 'svc_sso';
const PATH = '/api/v1/auth/sso';
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Ties a login to the browser that began it, so that a user cannot be made to finish a login of another. Browsers
 * send `Origin` with every POST; a client that sends none is a program and carries no cookies of a victim.
 */
export class BrowserBinding extends Service<{ box: Pick<SecretBox, 'randomToken' | 'equal'> }> {
  /** Binding kept in the state; several logins of one browser share its cookie. Null when the client is no browser. */
  bind(request: SignInRequest, cookies: SignInCookies): string | null {
    if (!isBrowser(request)) return null;
    const kept = request.cookie(COOKIE);
    const value = kept !== undefined && SHAPE.test(kept) ? kept : this.parts.box.randomToken();
    cookies.cookie(COOKIE, value, { maxAgeMs: STATE_LIFETIME_MS, path: PATH });
    return hashOf(value);
  }

  holds(request: SignInRequest, bound: string | null): boolean {
    const value = request.cookie(COOKIE);
    if (bound === null) return !isBrowser(request);
    return value !== undefined && this.parts.box.equal(hashOf(value), bound);
  }
}

const isBrowser = (request: SignInRequest): boolean =>
  request.header('origin') !== undefined ||
  request.header('sec-fetch-site') !== undefined ||
  request.cookie(COOKIE) !== undefined;

const hashOf = (value: string): string => createHash('sha256').update(value).digest('base64url');

import { ACCESS_COOKIE } from '@patchbay/kernel/permissions';
import type { SignInCookies, SignInRequest } from '../../contract.ts';
import type { TokenPair } from '../tokens/token-pairs.ts';

const REFRESH_COOKIE = 'svc_refresh';
const CSRF_COOKIE = 'svc_csrf';
/** The refresh token travels to these paths only. */
const REFRESH_PATH = '/api/v1/auth';

/** Makes the value that ties a page's scripts to their session. */
export interface CsrfValues {
  of(session_id: string): string;
}

/** Leaves a sign-in in the browser (SPEC 5.2); the CSRF value is for the page's scripts to send back. */
export function setCookies(cookies: SignInCookies, pair: TokenPair, csrf: CsrfValues): void {
  const maxAgeMs = pair.refresh_expires_in * 1_000;
  cookies.cookie(ACCESS_COOKIE, pair.access_token, { maxAgeMs: pair.expires_in * 1_000 });
  cookies.cookie(REFRESH_COOKIE, pair.refresh_token, { maxAgeMs, path: REFRESH_PATH, sameSite: 'strict' });
  cookies.cookie(CSRF_COOKIE, csrf.of(pair.session_id), { maxAgeMs, httpOnly: false });
}

export function clearCookies(cookies: SignInCookies): void {
  cookies.cookie(ACCESS_COOKIE, null);
  cookies.cookie(REFRESH_COOKIE, null, { path: REFRESH_PATH, sameSite: 'strict' });
  cookies.cookie(CSRF_COOKIE, null, { httpOnly: false });
}

export const refreshCookieOf = (request: SignInRequest): string | undefined => request.cookie(REFRESH_COOKIE);

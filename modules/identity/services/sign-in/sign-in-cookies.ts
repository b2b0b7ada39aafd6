import { ACCESS_COOKIE, type CsrfTokens, type ReplyControl, type RequestFacts } from '@patchbay/kernel/http';
import type { TokenPair } from '../tokens/token-pair.ts';

const REFRESH_COOKIE = 'svc_refresh';
const CSRF_COOKIE = 'svc_csrf';
/** The refresh token travels to these paths only. */
const REFRESH_PATH = '/api/v1/auth';

/** Leaves a sign-in in the browser (SPEC 5.2); the CSRF value is for the page's scripts to send back. */
export function setCookies(reply: ReplyControl, pair: TokenPair, csrf: Pick<CsrfTokens, 'of'>): void {
  const maxAgeMs = pair.refresh_expires_in * 1_000;
  reply.cookie(ACCESS_COOKIE, pair.access_token, { maxAgeMs: pair.expires_in * 1_000 });
  reply.cookie(REFRESH_COOKIE, pair.refresh_token, { maxAgeMs, path: REFRESH_PATH, sameSite: 'strict' });
  reply.cookie(CSRF_COOKIE, csrf.of(pair.session_id), { maxAgeMs, httpOnly: false });
}

export function clearCookies(reply: ReplyControl): void {
  reply.cookie(ACCESS_COOKIE, null);
  reply.cookie(REFRESH_COOKIE, null, { path: REFRESH_PATH, sameSite: 'strict' });
  reply.cookie(CSRF_COOKIE, null, { httpOnly: false });
}

export const refreshCookieOf = (request: RequestFacts): string | undefined => request.cookie(REFRESH_COOKIE);

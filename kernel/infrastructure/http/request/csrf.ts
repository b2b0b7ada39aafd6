import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ACCESS_COOKIE, type Principal } from '../../../permissions/index.ts';
import { csrfFailed } from '../http-errors.ts';
import { cookieOf } from '../reply/cookies.ts';
import type { CsrfTokens } from './csrf-tokens.ts';

const equal = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * Double submit (SPEC 5.3): with an access cookie, `X-CSRF-Token` must equal `svc_csrf`, whatever other credential
 * came along; where the cookie is the credential, both must be a value of its session. Throws `http.csrf_failed`.
 */
export function assertSameSite(
  request: IncomingMessage,
  principal: Principal | null,
  tokens: Pick<CsrfTokens, 'isOf'>,
): void {
  const { authorization, cookie } = request.headers;
  if (cookie === undefined || cookieOf(cookie, ACCESS_COOKIE) === undefined) return;
  const expected = cookieOf(cookie, 'svc_csrf');
  const sent = request.headers['x-csrf-token'];
  if (expected === undefined || expected === '' || typeof sent !== 'string' || !equal(sent, expected))
    throw csrfFailed();
  const isByCookie = authorization === undefined && request.headers['x-api-key'] === undefined;
  const session_id = isByCookie ? principal?.session_id : null;
  if (session_id && !tokens.isOf(session_id, sent)) throw csrfFailed();
}

/**
 * For routes that take a cookie and no CSRF header: a page of another origin is refused when cookies of ours come
 * along. Browsers name the page in `Origin`, or at least send `Sec-Fetch-Site`; a client that sends neither is no
 * browser. A browser that says `same-origin` compared with the address it shows, which may be none that we know.
 * Throws `http.csrf_failed`.
 */
export function assertOwnPage(request: IncomingMessage, isAllowed: (origin: string) => boolean): void {
  const { cookie, origin, 'sec-fetch-site': relation } = request.headers;
  if (cookie === undefined || !/(?:^|;\s*)svc_/.test(cookie) || relation === 'same-origin') return;
  const isForeign =
    origin === undefined ? /^(?:cross-site|same-site)$/.test(String(relation)) : !isAllowed(origin);
  if (isForeign) throw csrfFailed({ message: 'This page may not use the cookies of this platform.' });
}

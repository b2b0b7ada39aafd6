import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { csrfFailed } from '../http-errors.ts';
import { cookieOf } from '../reply/cookies.ts';
import { ACCESS_COOKIE } from './credentials.ts';

const equal = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * Double submit (SPEC 5.3): with an access cookie, `X-CSRF-Token` must equal `svc_csrf`, whatever other
 * credential came along. Throws `http.csrf_failed`.
 */
export function assertSameSite(request: IncomingMessage): void {
  const { cookie } = request.headers;
  if (cookie === undefined || cookieOf(cookie, ACCESS_COOKIE) === undefined) return;
  const expected = cookieOf(cookie, 'svc_csrf');
  const sent = request.headers['x-csrf-token'];
  if (expected === undefined || expected === '' || typeof sent !== 'string' || !equal(sent, expected))
    throw csrfFailed();
}

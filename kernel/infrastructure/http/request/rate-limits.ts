import { Service } from '../../../di/index.ts';
import type { ErrorDefinition, PatchbayError } from '../../../errors/index.ts';
import type { Principal } from '../../../permissions/index.ts';
import type { RateLimiter } from '../../cache/index.ts';
import { burstLimited, rateLimited } from '../http-errors.ts';
import { limitKeyOf } from './client-address.ts';

/** `RATE_LIMIT_RPM` and `RATE_LIMIT_BURST`; those of sign-in are fixed (SPEC 8). */
export interface RateSettings {
  readonly perMinute: number;
  readonly perSecond: number;
}

const AUTH_ATTEMPTS = 5;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** Request limits of SPEC 8: general ones fail open, those of sign-in fail closed. */
export class RateLimits extends Service<{ limiter: Pick<RateLimiter, 'consume'>; settings: RateSettings }> {
  /** Counts a request of the general class; answers its `X-RateLimit-*` headers or throws a 429. */
  async general(principal: Principal | null, ip: string): Promise<readonly string[]> {
    const key = principal?.user_id ? `user:${principal.user_id}` : `ip:${limitKeyOf(ip)}`;
    const { perMinute, perSecond } = this.parts.settings;
    const [second, minute] = await Promise.all([
      this.parts.limiter.consume({
        bucket: 'burst',
        key,
        limit: perSecond,
        windowMs: SECOND_MS,
        onFailure: 'open',
      }),
      this.parts.limiter.consume({
        bucket: 'minute',
        key,
        limit: perMinute,
        windowMs: MINUTE_MS,
        onFailure: 'open',
      }),
    ]);
    if (!second.allowed) throw refused(burstLimited, 1, perMinute, minute.remaining);
    if (!minute.allowed) throw refused(rateLimited, 60, perMinute, 0);
    return ['X-RateLimit-Limit', String(perMinute), 'X-RateLimit-Remaining', String(minute.remaining)];
  }

  /** Counts an attempt of the class `auth`: five in a minute per route and address; throws 429 or 503. */
  async auth(routeId: string, ip: string): Promise<readonly string[]> {
    const { allowed, remaining } = await this.parts.limiter.consume({
      bucket: `auth:${routeId}`,
      key: limitKeyOf(ip),
      limit: AUTH_ATTEMPTS,
      windowMs: MINUTE_MS,
      onFailure: 'closed',
    });
    if (!allowed) throw refused(rateLimited, 60, AUTH_ATTEMPTS, 0);
    return ['X-RateLimit-Limit', String(AUTH_ATTEMPTS), 'X-RateLimit-Remaining', String(remaining)];
  }
}

const refused = (
  error: ErrorDefinition,
  retryAfterSeconds: number,
  limit: number,
  remaining: number,
): PatchbayError =>
  error({
    retryAfterSeconds,
    headers: { 'X-RateLimit-Limit': String(limit), 'X-RateLimit-Remaining': String(remaining) },
  });

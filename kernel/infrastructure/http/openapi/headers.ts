import type { AnyRoute } from '../routes/route.ts';

type Json = Readonly<Record<string, unknown>>;

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});
const whole = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

/** Headers that answers of several operations carry (SPEC 7, 8; DECISIONS 2, 5). */
export const headerComponents = Object.freeze({
  RequestId: text(
    'Names the request in logs and in the error envelope; a valid one that was sent is given back.',
    '0199aa00-0000-7000-8000-000000000001',
  ),
  ETag: text(
    'Version of the resource, for `If-Match` and `If-None-Match`; absent while `updated_at` is null.',
    '"2026-01-01T00:00:00.000000Z"',
  ),
  RateLimitLimit: whole('Requests of this class per minute.'),
  RateLimitRemaining: whole('Requests left in this minute.'),
  RetryAfter: whole('Seconds after which to try again.'),
  Challenge: text('How to authenticate.', 'Bearer'),
  Allow: text('Methods of this path.', 'GET, POST'),
  TotalCount: whole('Entries on all pages.'),
});

const ref = (name: keyof typeof headerComponents): Json => ({ $ref: `#/components/headers/${name}` });

/** Headers of one answer of a route. */
export function headersOf({ rate }: Pick<AnyRoute, 'rate'>, status: number, schema: Json = {}): Json {
  return {
    'X-Request-ID': ref('RequestId'),
    ...(rate === 'exempt'
      ? {}
      : { 'X-RateLimit-Limit': ref('RateLimitLimit'), 'X-RateLimit-Remaining': ref('RateLimitRemaining') }),
    ...(status < 300 && hasVersion(schema) ? { ETag: ref('ETag') } : {}),
    ...(status < 300 && schema['type'] === 'array' ? { 'X-Total-Count': ref('TotalCount') } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': ref('Challenge') } : {}),
    ...(status === 405 ? { Allow: ref('Allow') } : {}),
    ...(status === 423 || status === 429 || status === 503 ? { 'Retry-After': ref('RetryAfter') } : {}),
  };
}

/** A resource is versioned by the time of its last change, which every answer of it carries. */
const hasVersion = ({ properties }: Json): boolean =>
  typeof properties === 'object' && properties !== null && 'updated_at' in properties;

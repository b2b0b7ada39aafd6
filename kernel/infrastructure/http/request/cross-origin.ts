import type { IncomingMessage } from 'node:http';

const ALLOW_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const ALLOW_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-API-Key, X-CSRF-Token, X-Request-ID';
const EXPOSE_HEADERS =
  'ETag, Location, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-ID, X-Response-Time, X-Total-Count';
const NONE: readonly string[] = Object.freeze([]);

/** Answers browsers of other origins; exactly the origins of `CORS_ORIGINS` are let in, with credentials. */
export class CrossOrigin {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** Headers of an answer, as a flat list. */
  headersFor(request: IncomingMessage): readonly string[] {
    if (this.#origins.size === 0) return NONE;
    const { origin } = request.headers;
    if (origin === undefined || !this.#origins.has(origin)) return ['Vary', 'Origin'];
    return [
      'Vary',
      'Origin',
      'Access-Control-Allow-Origin',
      origin,
      'Access-Control-Allow-Credentials',
      'true',
      'Access-Control-Expose-Headers',
      EXPOSE_HEADERS,
    ];
  }

  isPreflight(request: IncomingMessage): boolean {
    return (
      request.method === 'OPTIONS' &&
      request.headers.origin !== undefined &&
      request.headers['access-control-request-method'] !== undefined
    );
  }

  /** Headers of a preflight from an allowed origin, beside the usual ones. */
  preflightHeadersFor(request: IncomingMessage): readonly string[] {
    if (!this.#origins.has(request.headers.origin ?? '')) return NONE;
    return [
      'Access-Control-Allow-Methods',
      ALLOW_METHODS,
      'Access-Control-Allow-Headers',
      ALLOW_HEADERS,
      'Access-Control-Max-Age',
      '600',
    ];
  }
}

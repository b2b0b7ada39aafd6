import type { ErrorKind } from './kind.ts';

/** One failed field of a 422 answer: dotted path, readable message, stable word (DECISIONS 4). */
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
  readonly type: string;
}

/** Fields that one occurrence may add to its definition. */
export interface ErrorOptions {
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  /** Seconds until a retry makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

export interface ErrorDeclaration {
  readonly id: string;
  readonly kind: ErrorKind;
  readonly message: string;
  /** Machine code in `error.type` (executor codes, adapter types: SPEC 7). */
  readonly type?: string;
  /** Thrown below every handler (the write guard): a route declares it with the status that its sort may answer. */
  readonly implied?: true;
  /** `detail` answers `{detail}` outside the envelope, where SPEC 7 says so. */
  readonly shape?: 'envelope' | 'detail';
}

/** A declared error: called, it makes the value to throw; read, it documents itself. */
export interface ErrorDefinition extends ErrorDeclaration {
  (options?: ErrorOptions): PatchbayError;
  /** True for errors made by this definition. */
  readonly matches: (error: unknown) => boolean;
}

/** The only error class that may reach a caller; everything else is an internal error. */
export class PatchbayError extends Error {
  readonly declaration: ErrorDeclaration;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(declaration: ErrorDeclaration, options: ErrorOptions = {}) {
    super(options.message ?? declaration.message, { cause: options.cause });
    this.name = 'PatchbayError';
    this.declaration = declaration;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }

  get id(): string {
    return this.declaration.id;
  }

  get kind(): ErrorKind {
    return this.declaration.kind;
  }
}

/**
 * Declares an error once; services `throw siteNotFound()`, routes list it, the catalogue documents it.
 *
 * Its kind decides the status of the answer (`kernel/infrastructure/http/status.ts`):
 *
 * | Kind | Status | When |
 * |---|---|---|
 * | `invalid` | 400 | the request cannot be understood, or breaks a rule whatever is stored |
 * | `unauthenticated` | 401 | no credential, or one that does not hold |
 * | `forbidden` | 403 | known, and not allowed |
 * | `not_found` | 404 | absent, foreign and deleted alike |
 * | `method_not_allowed` | 405 | known path, other method |
 * | `conflict` | 409 | the present state does not admit it: taken, running, frozen |
 * | `precondition_failed` | 412 | `If-Match` no longer holds |
 * | `too_large` | 413 | the body is over its limit |
 * | `unsupported_media` | 415 | the content type is not taken here |
 * | `unprocessable` | 422 | well formed, and a field cannot be: say which in `details` |
 * | `locked` | 423 | shut for a time after failures |
 * | `rate_limited` | 429 | too often: say when again in `retryAfterSeconds` |
 * | `internal` | 500 | a fault of the program; its words reach no caller |
 * | `not_implemented` | 501 | asked for rightly, and not offered |
 * | `bad_gateway` | 502 | a device or peer failed or refused us |
 * | `unavailable` | 503 | a part that this needs cannot be reached for now |
 * | `timeout` | 504 | it took too long; the outcome may be unknown |
 *
 * Every route may answer 400, 404, 405, 500 and 503 of the kernel's own errors, and 401, 403, 412, 413, 415, 422 and
 * 429 where they can occur; its other errors stand in its `errors`, and tests fail for one that does not.
 */
export function defineError(declaration: ErrorDeclaration): ErrorDefinition {
  const make = (options?: ErrorOptions): PatchbayError => {
    const error = new PatchbayError(declaration, options);
    Error.captureStackTrace(error, make);
    return error;
  };
  const matches = (error: unknown): boolean => error instanceof PatchbayError && error.id === declaration.id;
  return Object.freeze(Object.assign(make, declaration, { matches }));
}

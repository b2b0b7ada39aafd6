import type { ErrorKind } from './kind.ts';

/** One failed field of a 422 answer: dotted path, readable message, stable word (DECISIONS 4). */
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
  readonly type: string;
}

/** What one occurrence may add to its definition. */
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

/** Declares an error once; services `throw siteNotFound()`, routes list it, the catalogue documents it. */
export function defineError(declaration: ErrorDeclaration): ErrorDefinition {
  const make = (options?: ErrorOptions): PatchbayError => {
    const error = new PatchbayError(declaration, options);
    Error.captureStackTrace(error, make);
    return error;
  };
  const matches = (error: unknown): boolean => error instanceof PatchbayError && error.id === declaration.id;
  return Object.freeze(Object.assign(make, declaration, { matches }));
}

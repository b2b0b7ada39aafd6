import type { ErrorDetail } from './api.ts';

interface ErrorFields {
  readonly status: number;
  readonly code: number;
  readonly type: string | null;
  readonly message: string;
  readonly request_id: string | null;
  readonly details: readonly ErrorDetail[];
  readonly retry_after_seconds: number | null;
  readonly body: unknown;
}

/** An answer of the platform that is no success. */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** As the envelope says it; the HTTP status where there is no envelope. */
  readonly code: number;
  /** Machine code, where one is defined. */
  readonly type: string | null;
  /** Names the request in the logs of the platform. */
  readonly request_id: string | null;
  /** Fields that are not as they must be, mostly of a 422. */
  readonly details: readonly ErrorDetail[];
  /** When to try again, where the platform says it. */
  readonly retry_after_seconds: number | null;
  /** The answer as it came: parsed JSON, or text. */
  readonly body: unknown;

  constructor({ message, ...fields }: ErrorFields) {
    super(message);
    this.name = 'ApiError';
    this.status = fields.status;
    this.code = fields.code;
    this.type = fields.type;
    this.request_id = fields.request_id;
    this.details = fields.details;
    this.retry_after_seconds = fields.retry_after_seconds;
    this.body = fields.body;
  }
}

/** The error that this answer with this body stands for: an envelope, a `detail` (SPEC 7), or one of OAuth2. */
export function errorOf(response: Response, body: unknown): ApiError {
  const { status, headers } = response;
  const whole = objectOf(body);
  const { error } = whole;
  const inner = objectOf(error);
  return new ApiError({
    status,
    code: numberOf(inner['code']) ?? status,
    type: textOf(inner['type']) ?? textOf(error),
    message:
      textOf(inner['message']) ??
      textOf(whole['detail']) ??
      textOf(whole['error_description']) ??
      textOf(error) ??
      `The platform answered ${status}.`,
    request_id: textOf(inner['request_id']) ?? headers.get('X-Request-ID'),
    details: detailsOf(inner['details']),
    retry_after_seconds: numberOf(whole['retry_after']) ?? secondsOf(headers.get('Retry-After')),
    body,
  });
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const secondsOf = (text: string | null): number | null =>
  text !== null && /^[0-9]+$/.test(text) ? Number(text) : null;

const detailsOf = (value: unknown): readonly ErrorDetail[] =>
  (Array.isArray(value) ? value : []).map((each: unknown) => {
    const { field, message, type } = objectOf(each);
    return { field: textOf(field) ?? '', message: textOf(message) ?? '', type: textOf(type) ?? '' };
  });

import type { ErrorKind } from '../../errors/index.ts';

/** The only place where a kind of error becomes a status (SPEC 7). */
export const STATUS_OF: Readonly<Record<ErrorKind, number>> = Object.freeze({
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media: 415,
  unprocessable: 422,
  locked: 423,
  rate_limited: 429,
  internal: 500,
  not_implemented: 501,
  bad_gateway: 502,
  unavailable: 503,
  timeout: 504,
});

/** Phrases by status, for documents. */
export const STATUS_TEXT: Readonly<Record<number, string>> = Object.freeze({
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  302: 'Found',
  304: 'Not modified',
  400: 'Invalid input or rule violation',
  401: 'Missing, expired or revoked credential',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'The resource changed since it was read',
  413: 'Body too large',
  415: 'Content type not supported',
  422: 'Validation failed',
  423: 'Locked',
  429: 'Rate limited',
  500: 'Internal server error',
  501: 'Not implemented',
  502: 'A device could not be reached or refused us',
  503: 'Not available right now',
  504: 'Timed out',
});

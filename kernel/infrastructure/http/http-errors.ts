import { defineError, type ErrorDefinition } from '../../errors/index.ts';

const declare = (
  id: string,
  kind: Parameters<typeof defineError>[0]['kind'],
  message: string,
  shape?: 'detail',
): ErrorDefinition => defineError({ id: `http.${id}`, kind, message, ...(shape ? { shape } : {}) });

/** Known path, other method; `Allow` names the known ones. */
export const methodNotAllowed = declare('method_not_allowed', 'method_not_allowed', 'Method not allowed.');
/** Body over its limit; answered as `detail` (SPEC 7). */
export const bodyTooLarge = declare(
  'body_too_large',
  'too_large',
  'request body exceeds 1048576-byte limit',
  'detail',
);
export const unsupportedMediaType = declare(
  'unsupported_media_type',
  'unsupported_media',
  'The content type is not supported here.',
);
export const malformedBody = declare('malformed_body', 'invalid', 'The body cannot be read.');
export const malformedPath = declare('malformed_path', 'invalid', 'A part of the path is not valid.');
/** `Authorization` and `X-API-Key` together, or one of them twice (DECISIONS 1). */
export const twoCredentials = declare(
  'two_credentials',
  'invalid',
  'Send one credential: either Authorization or X-API-Key.',
);
/** Double-submit check failed (SPEC 5.3). */
export const csrfFailed = declare('csrf_failed', 'forbidden', 'CSRF check failed.');
/** The caller's last proof is older than five minutes, or the credential can give none (DECISIONS 45). */
export const reauthenticationRequired = defineError({
  id: 'http.reauthentication_required',
  kind: 'forbidden',
  type: 'reauthentication_required',
  message:
    'Prove your identity again: POST /auth/reauthenticate with your password or a code, then repeat the request. Keys and applications cannot do this.',
});
/** More than `RATE_LIMIT_RPM` in a minute (SPEC 7, 8). */
export const rateLimited = declare('rate_limited', 'rate_limited', 'Rate limit exceeded', 'detail');
/** More than `RATE_LIMIT_BURST` in a second (SPEC 7, 8). */
export const burstLimited = declare('burst_limited', 'rate_limited', 'Rate limit exceeded (burst)', 'detail');
export const moduleDegraded = declare(
  'module_degraded',
  'unavailable',
  'This feature failed to start and is not available.',
);
export const requestTimedOut = declare('request_timed_out', 'timeout', 'The request took too long.');
export const shuttingDown = declare('shutting_down', 'unavailable', 'The service is shutting down.');
export const invalidIdempotencyKey = declare(
  'invalid_idempotency_key',
  'invalid',
  'Idempotency-Key takes 1 to 128 printable characters.',
);
/** The same key came with another body (DECISIONS 5). */
export const idempotencyMismatch = declare(
  'idempotency_mismatch',
  'unprocessable',
  'This Idempotency-Key was used with another request.',
);
export const idempotencyRunning = declare(
  'idempotency_running',
  'conflict',
  'A request with this Idempotency-Key has not finished; its outcome is not known yet.',
);
/** The kept answer held a secret, or was too large to keep; `details` names the resource (DECISIONS 5). */
export const idempotencyNotReplayable = declare(
  'idempotency_not_replayable',
  'conflict',
  'A request with this Idempotency-Key succeeded; its answer cannot be repeated.',
);

/** Errors this room itself answers with, for the catalogue. */
export const httpErrors: readonly ErrorDefinition[] = Object.freeze([
  methodNotAllowed,
  bodyTooLarge,
  unsupportedMediaType,
  malformedBody,
  malformedPath,
  twoCredentials,
  csrfFailed,
  reauthenticationRequired,
  rateLimited,
  burstLimited,
  moduleDegraded,
  requestTimedOut,
  shuttingDown,
  invalidIdempotencyKey,
  idempotencyMismatch,
  idempotencyRunning,
  idempotencyNotReplayable,
]);

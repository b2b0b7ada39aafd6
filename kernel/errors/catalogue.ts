import { defineError } from './define-error.ts';

/** Errors every room may throw; feature errors stand in their module's `errors.ts`. */
export const invalidRequest = defineError({
  id: 'kernel.invalid_request',
  kind: 'invalid',
  message: 'The request is not valid.',
});
export const unauthenticated = defineError({
  id: 'kernel.unauthenticated',
  kind: 'unauthenticated',
  message: 'A valid credential is required.',
});
export const forbidden = defineError({
  id: 'kernel.forbidden',
  kind: 'forbidden',
  message: 'You are not allowed to do this.',
});
/** The one answer for absent, foreign and deleted alike (SPEC 1.1, 7). */
export const notFound = defineError({
  id: 'kernel.not_found',
  kind: 'not_found',
  message: 'Not found.',
});
export const conflict = defineError({
  id: 'kernel.conflict',
  kind: 'conflict',
  message: 'The request conflicts with the current state.',
});
export const preconditionFailed = defineError({
  id: 'kernel.precondition_failed',
  kind: 'precondition_failed',
  message: 'The resource changed since it was read.',
});
export const validationFailed = defineError({
  id: 'kernel.validation_failed',
  kind: 'unprocessable',
  message: 'Validation failed.',
});
export const internalError = defineError({
  id: 'kernel.internal',
  kind: 'internal',
  message: 'Internal server error.',
});
export const unavailable = defineError({
  id: 'kernel.unavailable',
  kind: 'unavailable',
  message: 'The service is not available right now; try again shortly.',
});

import { defineError } from '@patchbay/kernel/errors';

export const tooManyApplications = defineError({
  id: 'oauth2.too_many_applications',
  kind: 'conflict',
  message: 'An organization may have at most 100 applications.',
});
export const noSecret = defineError({
  id: 'oauth2.no_secret',
  kind: 'conflict',
  message: 'A public application has no secret.',
});
/** Not sent to the redirect URI, which is not proven to be the application's (RFC 6749 4.1.2.1). */
export const redirectUriMismatch = defineError({
  id: 'oauth2.redirect_uri_mismatch',
  kind: 'invalid',
  message: 'The redirect_uri is not one of the application.',
});
export const sessionNeeded = defineError({
  id: 'oauth2.session_needed',
  kind: 'forbidden',
  message: 'Only a signed-in user lets an application act.',
});
export const invalidRequest = defineError({
  id: 'oauth2.invalid_request',
  kind: 'invalid',
  type: 'invalid_request',
  message: 'The request is not valid.',
});
export const invalidClient = defineError({
  id: 'oauth2.invalid_client',
  kind: 'unauthenticated',
  type: 'invalid_client',
  message: 'The client is unknown, or did not prove its identity.',
});
export const invalidGrant = defineError({
  id: 'oauth2.invalid_grant',
  kind: 'invalid',
  type: 'invalid_grant',
  message: 'The code or token is unknown, used, expired, revoked, or of another client or redirect_uri.',
});
export const invalidScope = defineError({
  id: 'oauth2.invalid_scope',
  kind: 'invalid',
  type: 'invalid_scope',
  message: 'A scope is unknown, or more than was granted.',
});
export const unsupportedGrantType = defineError({
  id: 'oauth2.unsupported_grant_type',
  kind: 'invalid',
  type: 'unsupported_grant_type',
  message: 'The supported grant types are authorization_code and refresh_token.',
});

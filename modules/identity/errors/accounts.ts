import { defineError } from '@patchbay/kernel/errors';

export const wrongCredentials = defineError({
  id: 'identity.wrong_credentials',
  kind: 'unauthenticated',
  message: 'The login or the password is wrong.',
});
export const accountLocked = defineError({
  id: 'identity.account_locked',
  kind: 'locked',
  message: 'Too many failed attempts; try again later.',
});
export const userInactive = defineError({
  id: 'identity.user_inactive',
  kind: 'forbidden',
  message: 'This user is inactive.',
  implied: true,
});
/** Role, sites or organization are not those that the request was let in with; once more, it is judged by the new ones. */
export const authorityChanged = defineError({
  id: 'identity.authority_changed',
  kind: 'forbidden',
  message: 'Your permissions have just changed; try again.',
  implied: true,
});
export const secondStepNeeded = defineError({
  id: 'identity.second_step_needed',
  kind: 'invalid',
  message: 'This account signs in with a second step; use /auth/login.',
});
export const unsupportedGrant = defineError({
  id: 'identity.unsupported_grant',
  kind: 'invalid',
  message: 'Only the password grant is supported here.',
});
export const refreshRefused = defineError({
  id: 'identity.refresh_refused',
  kind: 'unauthenticated',
  message: 'The refresh token is not valid.',
});
export const setupDone = defineError({
  id: 'identity.setup_done',
  kind: 'conflict',
  message: 'The platform is set up already.',
});
export const setupTokenWrong = defineError({
  id: 'identity.setup_token_wrong',
  kind: 'forbidden',
  message: 'The setup token printed at the first start is required.',
});
export const wrongPassword = defineError({
  id: 'identity.wrong_password',
  kind: 'invalid',
  message: 'The current password is wrong.',
});
export const noSession = defineError({
  id: 'identity.no_session',
  kind: 'invalid',
  message: 'This credential has no session.',
});
export const loginTaken = defineError({
  id: 'identity.login_taken',
  kind: 'conflict',
  message: 'This e-mail address or username is in use.',
});
export const organizationSlugTaken = defineError({
  id: 'identity.organization_slug_taken',
  kind: 'conflict',
  message: 'An organization with this slug exists.',
});
export const mfaTokenRefused = defineError({
  id: 'identity.mfa_token_refused',
  kind: 'unauthenticated',
  message: 'The sign-in has run out or is over; begin again.',
});
export const tooManyFailures = defineError({
  id: 'identity.too_many_failures',
  kind: 'rate_limited',
  message: 'Too many failed attempts in a short time; try again later.',
});
export const resetTokenRefused = defineError({
  id: 'identity.reset_token_refused',
  kind: 'invalid',
  message: 'This link has run out or was used; ask for a new one.',
});
export const emailTokenRefused = defineError({
  id: 'identity.email_token_refused',
  kind: 'invalid',
  message: 'This link has run out, was used or was withdrawn; ask for the change again.',
});
export const tooManyEmailChanges = defineError({
  id: 'identity.too_many_email_changes',
  kind: 'rate_limited',
  message: 'Too many changes of the e-mail address within an hour; try again later.',
});
export const registrationDisabled = defineError({
  id: 'identity.registration_disabled',
  kind: 'forbidden',
  message: 'Registration is not open on this platform.',
});
export const secondStepUnavailable = defineError({
  id: 'identity.second_step_unavailable',
  kind: 'unavailable',
  message: 'The second factor of this account cannot be checked now; ask an administrator.',
});

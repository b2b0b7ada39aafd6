import { defineError } from '@patchbay/kernel/errors';

export const slugTaken = defineError({
  id: 'sso.slug_taken',
  kind: 'conflict',
  message: 'A provider with this slug exists in the organization.',
});
export const tooManyProviders = defineError({
  id: 'sso.too_many_providers',
  kind: 'conflict',
  message: 'An organization may have at most 20 providers.',
});
export const ceilingTooHigh = defineError({
  id: 'sso.ceiling_too_high',
  kind: 'forbidden',
  message: 'The ceiling of a provider must stand strictly below your own role.',
});
export const signInRefused = defineError({
  id: 'sso.sign_in_refused',
  kind: 'unauthenticated',
  message: 'The sign-in could not be completed, or has run out; begin again.',
});
export const notAdmitted = defineError({
  id: 'sso.not_admitted',
  kind: 'forbidden',
  message: 'This provider does not admit you here; ask an administrator of your organization.',
});
export const providerUnreachable = defineError({
  id: 'sso.provider_unreachable',
  kind: 'bad_gateway',
  message: 'The provider cannot be asked right now.',
});
export const severalDirectories = defineError({
  id: 'sso.several_directories',
  kind: 'conflict',
  message: 'The organization has several directories; name one by provider_id.',
});
export const samlNotImplemented = defineError({
  id: 'sso.saml_not_implemented',
  kind: 'not_implemented',
  message: 'This version does not accept SAML answers.',
});

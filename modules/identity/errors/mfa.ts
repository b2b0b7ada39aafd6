import { defineError } from '@patchbay/kernel/errors';

export const totpUnavailable = defineError({
  id: 'identity.totp_unavailable',
  kind: 'not_implemented',
  message: 'Codes of authenticator apps are not available on this installation.',
});
export const mfaEnabled = defineError({
  id: 'identity.mfa_enabled',
  kind: 'conflict',
  message: 'An authenticator app is enabled already; disable it first.',
});
export const mfaNotSetUp = defineError({
  id: 'identity.mfa_not_set_up',
  kind: 'conflict',
  message: 'No authenticator app is waiting to be enabled; set one up first.',
});
export const mfaNotEnabled = defineError({
  id: 'identity.mfa_not_enabled',
  kind: 'conflict',
  message: 'No second factor is enabled.',
});
export const wrongCode = defineError({
  id: 'identity.wrong_code',
  kind: 'invalid',
  message: 'The code is wrong or was used already.',
});
export const secondStepRefused = defineError({
  id: 'identity.second_step_refused',
  kind: 'unauthenticated',
  message: 'The code is wrong or was used already.',
});

import { defineError } from '@patchbay/kernel/errors';

/** The one answer for every way in which a passkey may fail to prove a user's identity. */
export const passkeyRefused = defineError({
  id: 'passkeys.refused',
  kind: 'unauthenticated',
  message: 'The passkey was not accepted.',
});
export const registrationRefused = defineError({
  id: 'passkeys.registration_refused',
  kind: 'invalid',
  message: 'The new passkey was not accepted; begin again.',
});
export const proofRefused = defineError({
  id: 'passkeys.proof_refused',
  kind: 'invalid',
  message: 'The passkey was not accepted; begin again.',
});
export const noPasskey = defineError({
  id: 'passkeys.none',
  kind: 'conflict',
  message: 'You have no passkey; prove your identity by password or code: POST /auth/reauthenticate.',
});
export const tooManyPasskeys = defineError({
  id: 'passkeys.too_many',
  kind: 'conflict',
  message: 'A user may have at most 20 passkeys.',
});
export const passkeyTaken = defineError({
  id: 'passkeys.taken',
  kind: 'conflict',
  message: 'This passkey is registered already.',
});
export const notConfigured = defineError({
  id: 'passkeys.not_configured',
  kind: 'not_implemented',
  message:
    'Passkeys are not set up on this platform: set PASSKEY_RP_ID and PASSKEY_ORIGINS; the log names the fault.',
});

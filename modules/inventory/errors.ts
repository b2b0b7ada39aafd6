import { defineError } from '@patchbay/kernel/errors';

export const unknownVendor = defineError({
  id: 'inventory.unknown_vendor',
  kind: 'invalid',
  message: 'No module serves this vendor.',
});
export const vendorUnavailable = defineError({
  id: 'inventory.vendor_unavailable',
  kind: 'unavailable',
  message: 'The module that serves this vendor is switched off.',
});
export const credentialInUse = defineError({
  id: 'inventory.credential_in_use',
  kind: 'conflict',
  message: 'Controllers still use this credential.',
});
export const credentialNotBound = defineError({
  id: 'inventory.credential_not_bound',
  kind: 'forbidden',
  message:
    'This sign-in may not be sent to that host by you: enter its secret again as a credential of your own, or ask a user with settings:write at its site to name it there.',
});
/** Ends a sync, never a request. */
export const controllerChanged = defineError({
  id: 'inventory.controller_changed',
  kind: 'conflict',
  message: 'The controller was changed while it was read.',
});

import { defineError } from '@patchbay/kernel/errors';

export const userTooHigh = defineError({
  id: 'security.user_too_high',
  kind: 'forbidden',
  message: 'You can only do this to users strictly below your own role.',
});

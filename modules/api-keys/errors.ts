import { defineError } from '@patchbay/kernel/errors';

export const tooManyKeys = defineError({
  id: 'api_keys.too_many',
  kind: 'conflict',
  message: 'A user may have at most 50 active keys.',
});
export const scopeNotHeld = defineError({
  id: 'api_keys.scope_not_held',
  kind: 'forbidden',
  message: 'You cannot grant a scope you do not hold.',
});
export const ownerTooHigh = defineError({
  id: 'api_keys.owner_too_high',
  kind: 'forbidden',
  message: 'You can only revoke the keys of users strictly below your own role.',
});
export const notItself = defineError({
  id: 'api_keys.not_itself',
  kind: 'forbidden',
  message: 'A scoped key can revoke no key but itself.',
});
export const unscopedNeeded = defineError({
  id: 'api_keys.unscoped_needed',
  kind: 'forbidden',
  message: 'Only an unscoped credential can make an unscoped key.',
});

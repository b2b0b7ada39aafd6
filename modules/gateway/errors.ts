import { defineError } from '@patchbay/kernel/errors';

export { tooWide } from './contract.ts';

export const unknownVendor = defineError({
  id: 'gateway.unknown_vendor',
  kind: 'invalid',
  message: 'No gateway vendor has this identifier.',
});

export const nothingToDistribute = defineError({
  id: 'gateway.nothing_to_distribute',
  kind: 'conflict',
  message:
    'Nothing is left to stage: the chosen VLANs stand as they should, are pending as changes, or cannot be written.',
});
export const tooMuchToDistribute = defineError({
  id: 'gateway.too_much_to_distribute',
  kind: 'conflict',
  message: 'More changes than one change set holds (200); choose fewer VLANs or controllers.',
});
export const brainUnread = defineError({
  id: 'gateway.brain_unread',
  kind: 'conflict',
  message: 'The brain of this site has not been read, so the VLANs that the site is to have are not known.',
});

import { defineError } from '@patchbay/kernel/errors';

export const nameTaken = defineError({
  id: 'example-module.name_taken',
  kind: 'conflict',
  message: 'Another of the example items at this site has this name.', // only: site
  // without site: message: 'Another of the example items has this name.',
});

import { defineError } from '@patchbay/kernel/errors';

export const noDatabase = defineError({
  id: 'fabric.no_db',
  kind: 'unavailable',
  type: 'NO_DB',
  message: 'The write cannot be staged: the database cannot be reached.',
});
export const authorDisabled = defineError({
  id: 'fabric.author_disabled',
  kind: 'forbidden',
  type: 'AUTHOR_DISABLED',
  message: 'The author can no longer act.',
});

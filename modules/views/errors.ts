import { defineError } from '@patchbay/kernel/errors';

export const tooManyViews = defineError({
  id: 'views.too_many',
  kind: 'conflict',
  message: 'You keep 100 views, and there are no more; delete one first.',
});

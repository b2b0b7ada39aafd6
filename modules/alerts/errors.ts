import { defineError } from '@patchbay/kernel/errors';

export const alertNotOpen = defineError({
  id: 'alerts.not_open',
  kind: 'conflict',
  message: 'The alert is acknowledged or resolved already.',
});
export const alertResolvedAlready = defineError({
  id: 'alerts.resolved_already',
  kind: 'conflict',
  message: 'The alert is resolved already.',
});
export const tooManyAlerts = defineError({
  id: 'alerts.too_many',
  kind: 'conflict',
  message: 'An organization holds at most 10,000 unresolved alerts.',
});

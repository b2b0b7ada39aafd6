import { randomUUID } from 'node:crypto';
import type { LoggedEvent } from '@patchbay/kernel/events';

/** An event as the log hands it to its consumers, with an empty payload. */
export const loggedEvent = (organization_id: string, event_type: string, cursor = 1): LoggedEvent => ({
  id: randomUUID(),
  cursor,
  organization_id,
  site_id: null,
  event_type,
  category: 'plugin',
  priority: 'normal',
  payload: {},
  causation: [],
  occurred_at: new Date().toISOString(),
});

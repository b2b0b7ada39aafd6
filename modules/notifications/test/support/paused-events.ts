import type { EventPriority, LoggedEvent } from '@patchbay/kernel/events';
import { v7 as uuidv7 } from 'uuid';

/** Events as the log hands them over: Connections that were paused, which org_admins may see. */
export const pausedEvents = (
  organization_id: string,
  count: number,
  priority: EventPriority = 'high',
): readonly LoggedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    id: uuidv7(),
    cursor: index + 1,
    organization_id,
    site_id: null,
    event_type: 'fabric.connection.paused',
    category: 'fabric',
    priority,
    payload: {
      connection_id: uuidv7(),
      name: `wire ${index}`,
      author_id: uuidv7(),
      reason: 'author_disabled',
    },
    causation: [],
    occurred_at: new Date().toISOString(),
  }));

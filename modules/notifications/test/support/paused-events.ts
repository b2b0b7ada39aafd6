import type { EventPriority, LoggedEvent } from '@patchbay/kernel/events';
import { newId } from '@patchbay/kernel/schema';

/** Events as the log hands them over: Connections that were paused, which org_admins may see. */
export const pausedEvents = (
  organization_id: string,
  count: number,
  priority: EventPriority = 'high',
): readonly LoggedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    id: newId(),
    cursor: index + 1,
    organization_id,
    site_id: null,
    event_type: 'fabric.connection.paused',
    category: 'fabric',
    priority,
    payload: {
      connection_id: newId(),
      name: `wire ${index}`,
      author_id: newId(),
      reason: 'author_disabled',
    },
    causation: [],
    occurred_at: new Date().toISOString(),
  }));

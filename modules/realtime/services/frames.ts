import { type LoggedEvent, redact } from '@patchbay/kernel/events';

/** The `event` frame of SPEC 6.3.3 with its cursor (DECISIONS 32), secrets removed, serialised once for all readers. */
export function eventFrame(event: LoggedEvent): string {
  return JSON.stringify({
    type: 'event',
    cursor: event.cursor,
    event: {
      id: event.id,
      event_type: event.event_type,
      category: event.category,
      priority: event.priority,
      organization_id: event.organization_id,
      site_id: event.site_id,
      occurred_at: event.occurred_at,
      payload: redact(event.payload),
    },
  });
}

import { sql, type Unit } from '@patchbay/kernel/database';
import { type LoggedEvent, redact } from '@patchbay/kernel/events';

/** An event as receivers get it: with the fields of the stream, without secrets (SPEC 6.3.5). */
export type SentEvent = Pick<
  LoggedEvent,
  'id' | 'event_type' | 'category' | 'priority' | 'organization_id' | 'site_id' | 'occurred_at' | 'payload'
>;

export const TEST_EVENT_TYPE = 'webhooks.test';

export async function eventsById(
  { sql: db, organization_id }: Unit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SentEvent>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<SentEvent>`
    select id, event_type, category, priority, organization_id, site_id, occurred_at, payload
    from event_log where organization_id = ${organization_id}::uuid and id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((event) => [event.id, { ...event, payload: redact(event.payload) }]));
}

/** Event of a test that names none of the log. */
export const madeUpEvent = (id: string, organization_id: string, occurred_at: string): SentEvent => ({
  id,
  event_type: TEST_EVENT_TYPE,
  category: 'webhooks',
  priority: 'low',
  organization_id,
  site_id: null,
  occurred_at,
  payload: { message: 'This is a test of the webhook.' },
});

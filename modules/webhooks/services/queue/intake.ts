import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type LoggedEvent, parsePattern, patternMatches } from '@patchbay/kernel/events';
import type { Clock } from '@patchbay/kernel/telemetry';

interface Subscribed {
  readonly id: string;
  readonly organization_id: string;
  readonly events: readonly string[];
}

interface Wanted {
  readonly id: string;
  readonly to: number;
}

const intakeExemption = exempt(
  'webhooks.intake',
  'events of all organizations are matched, each against the webhooks of its own organization',
);

/**
 * Notes for each subscription how far the log holds something for it. The events stay where they are: the delivery
 * reads them from the log in its order, so a batch that comes twice, or after a later one, changes nothing.
 */
export class Intake extends Service<{
  database: Pick<Database, 'onceAsSystem' | 'askAsSystem'>;
  clock: Clock;
  wake: () => void;
}> {
  async take(events: readonly LoggedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const newest = newestByType(events);
    const { rows } = await this.parts.database.askAsSystem(intakeExemption, (db) =>
      sql<Subscribed>`
        select id, organization_id, events from webhook_subscriptions
        where organization_id = any(${[...newest.keys()]}::uuid[]) and is_enabled and deleted_at is null`.execute(
        db,
      ),
    );
    const wanted = wantedBy(rows, newest);
    if (wanted.length === 0) return;
    await this.parts.database.onceAsSystem(intakeExemption, (db) => this.#note(db, wanted));
    this.parts.wake();
  }

  /** Rows are locked in the order of their ids, so that two batches at once cannot wait for each other. */
  async #note(db: Kysely<Tables>, wanted: readonly Wanted[]): Promise<void> {
    const now = this.parts.clock.now().toISOString();
    await sql`
      with wanted as (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(id uuid, "to" bigint)),
      locked as (select q.id, w."to" from webhook_queues q join wanted w on w.id = q.id
                 where q.wanted_to < w."to" order by q.id for update of q)
      update webhook_queues q set wanted_to = greatest(q.wanted_to, l."to"),
        due_at = case when q.blocked and q.due_at is not null then q.due_at
                      else least(coalesce(q.due_at, ${now}::timestamptz), ${now}::timestamptz) end
      from locked l where q.id = l.id`.execute(db);
  }
}

type Newest = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The newest place of each event type, by organization. */
function newestByType(events: readonly LoggedEvent[]): Newest {
  const newest = new Map<string, Map<string, number>>();
  for (const { organization_id, event_type, cursor } of events) {
    const types = newest.get(organization_id) ?? new Map<string, number>();
    types.set(event_type, Math.max(types.get(event_type) ?? 0, cursor));
    newest.set(organization_id, types);
  }
  return newest;
}

function wantedBy(subscribed: readonly Subscribed[], newest: Newest): readonly Wanted[] {
  return subscribed.flatMap(({ id, organization_id, events }) => {
    const patterns = events.flatMap((text) => parsePattern(text) ?? []);
    const places = [...(newest.get(organization_id) ?? [])]
      .filter(([event_type]) => patterns.some((pattern) => patternMatches(pattern, event_type)))
      .map(([, cursor]) => cursor);
    return places.length === 0 ? [] : [{ id, to: Math.max(...places) }];
  });
}

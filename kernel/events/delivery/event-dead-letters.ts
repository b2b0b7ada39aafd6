import { Service, type Token, token } from '../../di/index.ts';
import {
  type Database,
  exempt,
  foundBy,
  type Page,
  type PageQuery,
  pageOf,
  sql,
  type Unit,
} from '../../infrastructure/database/index.ts';
import { newId } from '../../schema/index.ts';
import type { LoggedEvent } from '../define-event.ts';
import type { ConsumerKind } from '../define-listener.ts';
import { consumeJob } from './relay.ts';

/** An event that a kind of consumer could not handle, however often it tried. */
export interface EventDeadLetter {
  readonly id: string;
  readonly kind: ConsumerKind;
  readonly event_id: string;
  readonly event_type: string;
  /** Code or class of the failure; its words may hold data and stay in the log of the process. */
  readonly error: string;
  readonly created_at: string;
}

export const EVENT_DEAD_LETTERS: Token<EventDeadLetters> = token('kernel.event-dead-letters');

const keepExemption = exempt(
  'events.dead-letters',
  'events that no consumer of a kind could handle are kept for their organization, and removed in time',
);
const MAX_AT_ONCE = 5_000;
const MAX_ERROR = 200;

/** Keeps events that were given up, so that they can be handed over again once the reason is gone. */
export class EventDeadLetters extends Service<{ database: Pick<Database, 'asSystem'> }> {
  /** Once for each kind and event. */
  async keep(kind: ConsumerKind, event: LoggedEvent, error: unknown): Promise<void> {
    await this.parts.database.asSystem(keepExemption, async (db) => {
      await sql`
        insert into event_dead_letters (id, organization_id, kind, event_id, error)
        values (${newId()}::uuid, ${event.organization_id}::uuid, ${kind}, ${event.id}::uuid, ${nameOf(error)})
        on conflict (kind, event_id) do update set error = excluded.error, updated_at = now()`.execute(db);
    });
  }

  /** Of the unit's organization, newest first unless asked otherwise. */
  async list({ sql: db }: Unit, query: PageQuery): Promise<Page<EventDeadLetter>> {
    const direction = sql.raw(query.sort === 'created_at' ? 'asc' : 'desc');
    const found = foundBy(query.search, {
      texts: [sql.ref('e.event_type'), sql.ref('d.kind'), sql.ref('d.error')],
      ids: [sql.ref('d.id'), sql.ref('d.event_id')],
    });
    const { rows } = await sql<EventDeadLetter>`
      select d.id, d.kind, d.event_id, e.event_type, d.error, d.created_at
      from event_dead_letters d join event_log e on e.id = d.event_id where ${found}
      order by d.id ${direction} limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`.execute(
      db,
    );
    const counted = await sql<{ total: number }>`
      select count(*) as total from event_dead_letters d join event_log e on e.id = d.event_id
      where ${found}`.execute(db);
    return pageOf([...rows], counted.rows[0]?.total ?? 0, query);
  }

  /** Hands the event over again with the unit's COMMIT; null when there is no such dead letter. */
  async replay({ sql: db }: Unit, id: string): Promise<Pick<EventDeadLetter, 'kind' | 'event_id'> | null> {
    const { rows } = await sql<{ kind: ConsumerKind; event_id: string; cursor: number }>`
      with gone as (delete from event_dead_letters where id = ${id}::uuid returning kind, event_id)
      select gone.kind, gone.event_id, e.cursor from gone join event_log e on e.id = gone.event_id`.execute(
      db,
    );
    const [found] = rows;
    if (found === undefined) return null;
    const { kind, event_id, cursor } = found;
    await sql`select patchbay_enqueue(${JSON.stringify([consumeJob({ kind }, cursor, cursor)])}::jsonb)`.execute(
      db,
    );
    return { kind, event_id };
  }

  async forget(olderThanDays: number): Promise<void> {
    await this.parts.database.asSystem(keepExemption, async (db) => {
      await sql`
        delete from event_dead_letters where id in (
          select id from event_dead_letters where created_at < now() - make_interval(days => ${olderThanDays}::integer)
          limit ${MAX_AT_ONCE}::integer)`.execute(db);
    });
  }
}

function nameOf(error: unknown): string {
  const { id, code, name } = Object(error) as Readonly<Record<string, unknown>>;
  const word = [id, code, name].find((each) => typeof each === 'string' && each !== '') ?? 'unknown';
  return String(word).slice(0, MAX_ERROR);
}

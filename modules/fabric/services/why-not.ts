import { type Database, sql, type Unit } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import { type Condition, evaluateConditions, parsePattern, patternMatches } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Explanation } from '../contract.ts';
import type { MissDetails } from '../entities/connection-miss.ts';
import type { RunStatus } from '../entities/connection-run.ts';
import { ConnectionRows } from './connection-rows.ts';
import type { ConnectionRow } from './connection-view.ts';
import type { SealedSteps } from './sealed-steps.ts';

interface EventRow {
  readonly event_type: string;
  readonly payload: unknown;
  readonly cursor: number | null;
  readonly occurred_at: string;
}

interface RunRow {
  readonly id: string;
  readonly status: RunStatus;
  readonly reason: string | null;
}

/** Batches looked at for the record of an event whose conditions failed. */
const MOST_BATCHES = 50;

const no = (reason: string, detail: string | null): Explanation => ({ ran: false, reason, detail });

/** Says of an event and a Connection why there was no run: what was recorded first, then what can be told today. */
export class WhyNot {
  readonly #database: Pick<Database, 'read'>;
  readonly #connections: ConnectionRows;

  constructor(database: Pick<Database, 'read'>, sealed: SealedSteps) {
    this.#database = database;
    this.#connections = new ConnectionRows(sealed);
  }

  explain(principal: Principal, event_id: string, connection_id: string): Promise<Explanation> {
    return this.#database.read(principal, async (unit) => {
      const event = await eventOf(unit, event_id);
      const connection = await this.#connections.row(unit, connection_id);
      const run = await runOf(unit, connection_id, event_id);
      if (run !== undefined) return ofRun(run);
      if (event.cursor === null) return no('not_relayed', 'The event is committed and not numbered yet.');
      return (await recordedMiss(unit, connection_id, event.cursor)) ?? asOfNow(connection, event);
    });
  }
}

async function eventOf({ sql: db }: Unit, id: string): Promise<EventRow> {
  const { rows } = await sql<EventRow>`
    select event_type, payload, cursor, occurred_at from event_log where id = ${id}::uuid`.execute(db);
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

const runOf = ({ sql: db }: Unit, connection_id: string, event_id: string): Promise<RunRow | undefined> =>
  db
    .selectFrom('connection_runs')
    .select(['id', 'status', 'reason'])
    .where('connection_id', '=', connection_id)
    .where('event_id', '=', event_id)
    .where('is_test', '=', false)
    .where('rerun_of', 'is', null)
    .executeTakeFirst();

function ofRun({ id, status, reason }: RunRow): Explanation {
  if (status === 'queued')
    return no('queued', reason ?? `Run ${id} waits for a place, or for the runs before it.`);
  if (status === 'succeeded' || status === 'failed' || status === 'running')
    return { ran: true, reason, detail: `Run ${id} ${status === 'running' ? 'is under way' : status}.` };
  const [code = status, ...rest] = (reason ?? status).split(': ');
  return no(code, rest.join(': ') || `Run ${id} was ${status}.`);
}

/** The conditions as they were when the event came. */
async function recordedMiss(
  { sql: db }: Unit,
  connection_id: string,
  cursor: number,
): Promise<Explanation | null> {
  const rows = await db
    .selectFrom('connection_misses')
    .select(['first_cursor', 'details'])
    .where('connection_id', '=', connection_id)
    .where('first_cursor', '<=', cursor)
    .orderBy('first_cursor', 'desc')
    .limit(MOST_BATCHES)
    .execute();
  for (const { first_cursor, details } of rows) {
    const failed = failedIn(details, cursor - first_cursor);
    if (failed !== null) return no('conditions', `Did not hold: ${failed.join(', ')}.`);
  }
  return null;
}

function failedIn({ conditions, events }: MissDetails, offset: number): readonly string[] | null {
  const which = Object.entries(events).find(([, offsets]) => offsets.includes(offset))?.[0];
  return which === undefined ? null : which.split(',').map((index) => conditions[Number(index)] ?? index);
}

/** Nothing was recorded, so the Connection as it stands must answer. */
function asOfNow(connection: ConnectionRow, event: EventRow): Explanation {
  if (isAfter(connection.created_at, event)) return no('connection_newer', 'It was made after the event.');
  const pattern = parsePattern(connection.source_event);
  if (pattern === null || !patternMatches(pattern, event.event_type))
    return no('pattern', `${connection.source_event} does not match ${event.event_type}.`);
  if (!connection.is_enabled) return no('connection_disabled', 'It is switched off.');
  if (connection.paused_reason !== null)
    return no('connection_paused', `It is paused: ${connection.paused_reason}.`);
  const { passed, failed } = evaluateConditions(connection.conditions, event.payload);
  if (!passed) return no('conditions', `Did not hold: ${failed.map(named).join(', ')}.`);
  if (isAfter(connection.updated_at, event))
    return no('connection_changed', 'It was changed after the event; as it is now, it would run.');
  return no('not_consumed', 'The event is on its way to it.');
}

const isAfter = (moment: string, { occurred_at }: EventRow): boolean =>
  Date.parse(moment) > Date.parse(occurred_at);

const named = ({ field, operator }: Condition): string => `${field} ${operator}`;

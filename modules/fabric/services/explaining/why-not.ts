import type { Database, Unit } from '@patchbay/kernel/database';
import { parsePattern, patternMatches } from '@patchbay/kernel/events';
import { evaluateConditions } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Hearing, SealedSteps } from '@patchbay/runs';
import {
  type ExplainedEvent,
  type Explanation,
  explainedEvent,
  isAfter,
  no,
  ofRun,
  type RunSummary,
  recordedMiss,
  unmet,
} from '@patchbay/runs';
import { ConnectionRows } from '../connections/connection-rows.ts';
import type { ConnectionRow } from '../connections/connection-view.ts';
import { authorsAmong } from '../intake/authors.ts';
import { missesOfConnections } from '../intake/connection-tables.ts';

/** Says of an event and a Connection why there was no run: what was recorded first, then what can be told today. */
export class WhyNot {
  readonly #database: Pick<Database, 'read'>;
  readonly #connections: ConnectionRows;
  readonly #hearing: Hearing;

  constructor(database: Pick<Database, 'read'>, sealed: SealedSteps, hearing: Hearing) {
    this.#database = database;
    this.#connections = new ConnectionRows(sealed);
    this.#hearing = hearing;
  }

  explain(principal: Principal, event_id: string, connection_id: string): Promise<Explanation> {
    return this.#database.read(principal, async (unit) => {
      const event = await explainedEvent(unit, event_id);
      const connection = await this.#connections.row(unit, connection_id);
      const run = await runOf(unit, connection_id, event_id);
      if (run !== undefined) return ofRun(run);
      if (event.cursor === null) return no('not_relayed', 'The event is committed and not numbered yet.');
      const recorded = await recordedMiss(unit, connection_id, event.cursor, missesOfConnections);
      if (recorded !== null) return recorded;
      const author = (await authorsAmong(unit.sql, [connection.author_id]))(connection);
      const { organization_id } = unit;
      const hears = author === null || this.#hearing.mayHear(author, { ...event, organization_id });
      return asOfNow(connection, event, hears);
    });
  }
}

const runOf = ({ sql: db }: Unit, connection_id: string, event_id: string): Promise<RunSummary | undefined> =>
  db
    .selectFrom('connection_runs')
    .select(['id', 'status', 'reason'])
    .where('connection_id', '=', connection_id)
    .where('event_id', '=', event_id)
    .where('is_test', '=', false)
    .where('rerun_of', 'is', null)
    .executeTakeFirst();

/** Nothing was recorded, so the Connection as it stands must answer. */
function asOfNow(connection: ConnectionRow, event: ExplainedEvent, hears: boolean): Explanation {
  if (isAfter(connection.created_at, event)) return no('connection_newer', 'It was made after the event.');
  const pattern = parsePattern(connection.source_event);
  if (pattern === null || !patternMatches(pattern, event.event_type))
    return no('pattern', `${connection.source_event} does not match ${event.event_type}.`);
  if (!hears) return no('author_may_not_hear', 'Its author may not see such events.');
  if (!connection.is_enabled) return no('connection_disabled', 'It is switched off.');
  if (connection.paused_reason !== null)
    return no('connection_paused', `It is paused: ${connection.paused_reason}.`);
  const { passed, failed } = evaluateConditions(connection.conditions, event.payload);
  if (!passed) return no('conditions', unmet(failed));
  if (isAfter(connection.updated_at, event))
    return no('connection_changed', 'It was changed after the event; as it is now, it would run.');
  return no('not_consumed', 'The event is on its way to it.');
}

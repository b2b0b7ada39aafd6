import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { enter, type GateRow, lockGates, writeGates } from '@patchbay/runs';
import type { ConnectionMatch, WiredConnection } from '../connections/connection-index.ts';

const GATES = 'connection_gates';
export const SINGLE_REFUSAL = 'single: a run is under way';
export const RATE_REFUSAL = 'rate_ceiling';

/** More events came than a Connection may run, and nobody has been told. */
export interface Trip {
  readonly connection: WiredConnection;
  readonly event: LoggedEvent;
}

export interface Gated {
  readonly matches: readonly ConnectionMatch[];
  readonly trips: readonly Trip[];
}

/** Steps with effects can start a storm; a limit that somebody set holds for all. */
const isGated = ({ is_instant, max_runs_per_minute }: WiredConnection): boolean =>
  !is_instant || max_runs_per_minute !== null;

/**
 * Lets events through that their Connection may run now: none during a run of a `single` one, none above its
 * rate. The row in PostgreSQL is locked until the runs are written, so it holds across processes; events that
 * have their run already leave the batch, so a repeated one counts for nothing.
 */
export async function applyGates(db: Kysely<Tables>, matches: readonly ConnectionMatch[]): Promise<Gated> {
  const candidates = matches.filter(
    ({ owner: connection, refusal }) => refusal === null && isGated(connection),
  );
  if (candidates.length === 0) return { matches, trips: [] };
  const gates = await lockGates(
    db,
    GATES,
    candidates.map(({ owner: connection }) => connection),
  );
  const known = await runsThere(db, candidates);
  const busy = await busyAmong(db, candidates);
  const gated = new Set(candidates);
  const passed = matches
    .filter((match) => !gated.has(match) || !known.has(keyOf(match)))
    .map((match) => (gated.has(match) ? { ...match, refusal: refusalOf(match, gates, busy) } : match));
  await writeGates(db, GATES, [...gates.values()]);
  return { matches: passed, trips: tripsOf(candidates, gates) };
}

function refusalOf(
  { owner: connection }: ConnectionMatch,
  gates: ReadonlyMap<string, GateRow>,
  busy: Set<string>,
): string | null {
  const { id, mode, is_instant } = connection;
  const gate = gates.get(id);
  const isSingle = mode === 'single' && !is_instant;
  if (isSingle && busy.has(id)) return SINGLE_REFUSAL;
  if (gate !== undefined && !enter(gate, connection.max_runs_per_minute)) return RATE_REFUSAL;
  if (isSingle) busy.add(id);
  return null;
}

function tripsOf(
  candidates: readonly ConnectionMatch[],
  gates: ReadonlyMap<string, GateRow>,
): readonly Trip[] {
  const trips = new Map<string, Trip>();
  for (const { owner: connection, event } of candidates) {
    const gate = gates.get(connection.id);
    if (gate?.tripped_at != null && !gate.is_announced) trips.set(connection.id, { connection, event });
  }
  return [...trips.values()];
}

const keyOf = ({ owner: connection, event }: ConnectionMatch): string => `${connection.id}/${event.id}`;

async function runsThere(
  db: Kysely<Tables>,
  candidates: readonly ConnectionMatch[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select r.connection_id || '/' || r.event_id as key
    from unnest(${candidates.map(({ owner: connection }) => connection.id)}::uuid[],
                ${candidates.map(({ event }) => event.id)}::uuid[]) as p(connection_id, event_id)
    join connection_runs r on r.connection_id = p.connection_id and r.event_id = p.event_id
      and not r.is_test and r.rerun_of is null`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

async function busyAmong(db: Kysely<Tables>, candidates: readonly ConnectionMatch[]): Promise<Set<string>> {
  const singles = candidates
    .filter(({ owner: { mode, is_instant } }) => mode === 'single' && !is_instant)
    .map(({ owner: connection }) => connection.id);
  if (singles.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select distinct connection_id as id from connection_runs
    where connection_id = any(${[...new Set(singles)]}::uuid[]) and status in ('queued', 'running')
      and not is_test`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

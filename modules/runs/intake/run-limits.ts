import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import type { Match, Wired } from './match-events.ts';
import { lockRates, type RateRow, writeRates } from './rate-rows.ts';
import { enter } from './rate-window.ts';

export const SINGLE_REFUSAL = 'single: a run is under way';
export const RATE_REFUSAL = 'rate_ceiling';

export interface Limited extends Wired {
  readonly name: string;
  readonly max_runs_per_minute: number | null;
}

/** More events came than an owner may answer, and it has not been said yet. */
export interface Trip<W extends Limited = Limited> {
  readonly owner: W;
  readonly event: LoggedEvent;
}

export interface LimitKind<W extends Limited> {
  readonly rates: string;
  /** Table of the runs, and its column that names the owner. */
  readonly runs: string;
  readonly owner: string;
  /** Whether its runs are counted at all. */
  isCounted(owner: W): boolean;
  /** Whether events that come during a run have none. */
  isSingle(owner: W): boolean;
}

/**
 * Lets events through that their owner may answer now: none during a run of a `single` one, none above its rate. The
 * row in PostgreSQL is locked until the runs are written, so it holds across processes; events that have their run
 * already leave the batch, so a repeated one counts for nothing.
 */
export async function applyLimits<W extends Limited>(
  db: Kysely<Tables>,
  kind: LimitKind<W>,
  matches: readonly Match<W>[],
): Promise<{ readonly matches: readonly Match<W>[]; readonly trips: readonly Trip<W>[] }> {
  const candidates = matches.filter(({ owner, refusal }) => refusal === null && kind.isCounted(owner));
  if (candidates.length === 0) return { matches, trips: [] };
  const owners = candidates.map(({ owner }) => owner);
  const rates = await lockRates(db, kind.rates, owners);
  const known = await runsThere(db, kind, candidates);
  const busy = await busyAmong(db, kind, owners);
  const counted = new Set(candidates);
  const refusalOf = ({ owner }: Match<W>): string | null => {
    const rate = rates.get(owner.id);
    const isSingle = kind.isSingle(owner);
    if (isSingle && busy.has(owner.id)) return SINGLE_REFUSAL;
    if (rate !== undefined && !enter(rate, owner.max_runs_per_minute)) return RATE_REFUSAL;
    if (isSingle) busy.add(owner.id);
    return null;
  };
  const passed = matches
    .filter((match) => !counted.has(match) || !known.has(keyOf(match)))
    .map((match) => (counted.has(match) ? { ...match, refusal: refusalOf(match) } : match));
  await writeRates(db, kind.rates, [...rates.values()]);
  return { matches: passed, trips: tripsOf(candidates, rates) };
}

function tripsOf<W extends Limited>(
  candidates: readonly Match<W>[],
  rates: ReadonlyMap<string, RateRow>,
): readonly Trip<W>[] {
  const trips = new Map<string, Trip<W>>();
  for (const { owner, event } of candidates) {
    const rate = rates.get(owner.id);
    if (rate?.tripped_at != null && !rate.is_announced) trips.set(owner.id, { owner, event });
  }
  return [...trips.values()];
}

const keyOf = ({ owner, event }: Match<Wired>): string => `${owner.id}/${event.id}`;

async function runsThere<W extends Limited>(
  db: Kysely<Tables>,
  { runs, owner }: LimitKind<W>,
  candidates: readonly Match<W>[],
): Promise<ReadonlySet<string>> {
  // The lateral looks for each pair by its key, however little the planner knows of the table.
  const { rows } = await sql<{ key: string }>`
    select p.owner_id || '/' || p.event_id as key
    from unnest(${candidates.map((match) => match.owner.id)}::uuid[],
                ${candidates.map(({ event }) => event.id)}::uuid[]) as p(owner_id, event_id)
    cross join lateral (
      select from ${sql.table(runs)} r where ${sql.ref(`r.${owner}`)} = p.owner_id and r.event_id = p.event_id
        and not r.is_test and r.rerun_of is null limit 1) r`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

async function busyAmong<W extends Limited>(
  db: Kysely<Tables>,
  kind: LimitKind<W>,
  owners: readonly W[],
): Promise<Set<string>> {
  const singles = new Set(owners.filter((owner) => kind.isSingle(owner)).map(({ id }) => id));
  if (singles.size === 0) return new Set();
  const owner = sql.ref(kind.owner);
  const { rows } = await sql<{ id: string }>`
    select distinct ${owner} as id from ${sql.table(kind.runs)}
    where ${owner} = any(${[...singles]}::uuid[]) and status in ('queued', 'running')
      and not is_test`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

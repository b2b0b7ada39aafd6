import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { enter, type GateRow, lockGates, type Match, writeGates } from '@patchbay/runs';
import type { WiredRule } from '../rules/rule-index.ts';

const GATES = 'automation_gates';
export const RATE_REFUSAL = 'rate_ceiling';

/** More events came than a rule may answer, and nobody has been told. */
export interface Trip {
  readonly rule: WiredRule;
  readonly event: LoggedEvent;
}

export interface Gated {
  readonly matches: readonly Match<WiredRule>[];
  readonly trips: readonly Trip[];
}

/**
 * Lets as many events through as their rule may answer in a minute. The row in PostgreSQL is locked until the
 * executions are written, so it holds across processes; events that have theirs leave the batch, so a repeated one
 * counts for nothing.
 */
export async function applyRuleGates(
  db: Kysely<Tables>,
  matches: readonly Match<WiredRule>[],
): Promise<Gated> {
  const candidates = matches.filter(({ refusal }) => refusal === null);
  if (candidates.length === 0) return { matches, trips: [] };
  const rules = candidates.map(({ owner }) => owner);
  const gates = await lockGates(db, GATES, rules);
  const known = await executionsThere(db, candidates);
  const passed = matches
    .filter((match) => match.refusal !== null || !known.has(keyOf(match)))
    .map((match) => (match.refusal === null ? { ...match, refusal: refusalOf(match, gates) } : match));
  await writeGates(db, GATES, [...gates.values()]);
  return { matches: passed, trips: tripsOf(candidates, gates) };
}

function refusalOf({ owner }: Match<WiredRule>, gates: ReadonlyMap<string, GateRow>): string | null {
  const gate = gates.get(owner.id);
  return gate === undefined || enter(gate, owner.max_runs_per_minute) ? null : RATE_REFUSAL;
}

function tripsOf(
  candidates: readonly Match<WiredRule>[],
  gates: ReadonlyMap<string, GateRow>,
): readonly Trip[] {
  const trips = new Map<string, Trip>();
  for (const { owner: rule, event } of candidates) {
    const gate = gates.get(rule.id);
    if (gate?.tripped_at != null && !gate.is_announced) trips.set(rule.id, { rule, event });
  }
  return [...trips.values()];
}

const keyOf = ({ owner, event }: Match<WiredRule>): string => `${owner.id}/${event.id}`;

async function executionsThere(
  db: Kysely<Tables>,
  candidates: readonly Match<WiredRule>[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select e.rule_id || '/' || e.event_id as key
    from unnest(${candidates.map(({ owner }) => owner.id)}::uuid[],
                ${candidates.map(({ event }) => event.id)}::uuid[]) as p(rule_id, event_id)
    join automation_executions e on e.rule_id = p.rule_id and e.event_id = p.event_id and not e.is_test`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}

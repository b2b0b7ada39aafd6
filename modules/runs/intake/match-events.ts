import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import type { LoggedEvent, PatternIndex } from '@patchbay/kernel/events';
import { type Condition, type Conditions, evaluateConditions } from '@patchbay/kernel/fabric';
import { loopRefusal } from './loop-guard.ts';

/** An owner that answers events under conditions: a Connection, or a rule of another module. */
export interface Wired {
  readonly id: string;
  readonly organization_id: string;
  readonly conditions: Conditions | null;
}

/** An event that an owner answers to. */
export interface Match<W extends Wired> {
  readonly owner: W;
  readonly event: LoggedEvent;
  /** Why the run does not happen; null when nothing speaks against it. */
  readonly refusal: string | null;
}

/** Kept small, since a busy pattern misses often. */
export interface MissDetails {
  /** `field operator` of the conditions as they were. */
  readonly conditions: readonly string[];
  /** Places of events in the log, counted from `first_cursor`, by the indexes of the conditions that failed (`0,2`). */
  readonly events: Record<string, number[]>;
}

/** Events of a batch whose conditions did not hold, by owner. */
export interface Misses<W extends Wired> {
  readonly owner: W;
  missed: number;
  readonly details: MissDetails;
}

export interface Matched<W extends Wired> {
  readonly matches: readonly Match<W>[];
  readonly misses: readonly Misses<W>[];
}

export interface MatchOptions<W extends Wired> {
  /** An invisible event is as if it did not match. */
  readonly hears?: (wired: W, event: LoggedEvent) => boolean;
  /** Noun of the owner in reasons. */
  readonly noun: string;
}

/** Finds the owners of each event's organization and tries their conditions, in pieces; no I/O. */
export async function matchEvents<W extends Wired>(
  events: readonly LoggedEvent[],
  indexes: ReadonlyMap<string, PatternIndex<W>>,
  { hears = () => true, noun }: MatchOptions<W>,
): Promise<Matched<W>> {
  const slice = new EventLoopSlice();
  const matches: Match<W>[] = [];
  const misses = new Map<string, Misses<W>>();
  const first_cursor = events[0]?.cursor ?? 0;
  for (const event of events)
    for (const owner of indexes.get(event.organization_id)?.match(event.event_type) ?? []) {
      if (slice.isOver) await slice.yield();
      if (!hears(owner, event)) continue;
      const { passed, failed } = evaluateConditions(owner.conditions, event.payload);
      if (passed) matches.push({ owner, event, refusal: loopRefusal(owner, event, noun) });
      else noteMiss(misses, owner, failed, event.cursor - first_cursor);
    }
  return { matches, misses: [...misses.values()] };
}

function noteMiss<W extends Wired>(
  misses: Map<string, Misses<W>>,
  owner: W,
  failed: readonly Condition[],
  offset: number,
): void {
  const all = owner.conditions?.conditions ?? [];
  const known = misses.get(owner.id) ?? {
    owner,
    missed: 0,
    details: { conditions: all.map(({ field, operator }) => `${field} ${operator}`), events: {} },
  };
  const which = failed.map((condition) => all.indexOf(condition)).join();
  const offsets = known.details.events[which] ?? [];
  known.missed += 1;
  offsets.push(offset);
  known.details.events[which] = offsets;
  misses.set(owner.id, known);
}

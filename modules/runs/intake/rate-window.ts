/** Runs of a Connection, as of the database's clock. */
export interface RateState {
  window_started_at: string;
  admitted: number;
  /** Since when more events come than may run. */
  tripped_at: string | null;
  refused_at: string | null;
  is_announced: boolean;
  readonly now: string;
}

const WINDOW_MS = 60_000;
/** For steps with effects without a rate of their own: far above usual wiring, below a storm. */
export const DEFAULT_CEILING = 60_000;

/**
 * Counts one event in; false when the minute is full. A trip begins with the first that is refused and ends when
 * for a minute none was, so that a storm of an hour is one trip.
 */
export function enter(gate: RateState, ceiling: number | null): boolean {
  if (since(gate.window_started_at, gate) >= WINDOW_MS) {
    gate.window_started_at = gate.now;
    gate.admitted = 0;
    if (gate.refused_at !== null && since(gate.refused_at, gate) >= WINDOW_MS) endTrip(gate);
  }
  if (gate.admitted < (ceiling ?? DEFAULT_CEILING)) {
    gate.admitted += 1;
    return true;
  }
  if (gate.tripped_at === null) {
    gate.tripped_at = gate.now;
    gate.is_announced = false;
  }
  gate.refused_at = gate.now;
  return false;
}

function endTrip(gate: RateState): void {
  gate.tripped_at = null;
  gate.refused_at = null;
  gate.is_announced = false;
}

const since = (moment: string, { now }: RateState): number => Date.parse(now) - Date.parse(moment);

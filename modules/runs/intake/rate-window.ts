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
export function enter(rate: RateState, ceiling: number | null): boolean {
  if (since(rate.window_started_at, rate) >= WINDOW_MS) {
    rate.window_started_at = rate.now;
    rate.admitted = 0;
    if (rate.refused_at !== null && since(rate.refused_at, rate) >= WINDOW_MS) endTrip(rate);
  }
  if (rate.admitted < (ceiling ?? DEFAULT_CEILING)) {
    rate.admitted += 1;
    return true;
  }
  if (rate.tripped_at === null) {
    rate.tripped_at = rate.now;
    rate.is_announced = false;
  }
  rate.refused_at = rate.now;
  return false;
}

function endTrip(rate: RateState): void {
  rate.tripped_at = null;
  rate.refused_at = null;
  rate.is_announced = false;
}

const since = (moment: string, { now }: RateState): number => Date.parse(now) - Date.parse(moment);

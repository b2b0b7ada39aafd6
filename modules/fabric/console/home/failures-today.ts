interface FailedRun {
  readonly id: string;
  readonly connection_id: string;
  readonly created_at: string;
}

/** A Connection with its failed runs. */
export interface Failures {
  readonly connection_id: string;
  readonly runs: number;
  readonly newest_id: string;
}

/** Midnight before a moment, where the viewer is. */
export function startOfDay(now: Date): Date {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  return start;
}

/** Runs by their Connection, those with the most first. `runs` come newest first. */
export function failuresSince(runs: readonly FailedRun[], since: Date): readonly Failures[] {
  const found = new Map<string, Failures>();
  for (const { id, connection_id, created_at } of runs) {
    if (Date.parse(created_at) < since.getTime()) continue;
    const known = found.get(connection_id) ?? { connection_id, runs: 0, newest_id: id };
    found.set(connection_id, { ...known, runs: known.runs + 1 });
  }
  return [...found.values()].toSorted((one, other) => other.runs - one.runs);
}

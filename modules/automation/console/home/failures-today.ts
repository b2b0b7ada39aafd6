interface FailedExecution {
  readonly id: string;
  readonly rule_id: string;
}

/** A rule with its failed executions. */
export interface Failures {
  readonly rule_id: string;
  readonly executions: number;
  readonly newest_id: string;
}

/** Midnight before a moment, where the viewer is. */
export function startOfDay(now: Date): Date {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  return start;
}

/** Executions by their rule, those with the most first. They come newest first. */
export function byRule(executions: readonly FailedExecution[]): readonly Failures[] {
  const found = new Map<string, Failures>();
  for (const { id, rule_id } of executions) {
    const known = found.get(rule_id) ?? { rule_id, executions: 0, newest_id: id };
    found.set(rule_id, { ...known, executions: known.executions + 1 });
  }
  return [...found.values()].toSorted((one, other) => other.executions - one.executions);
}

/** Waiting deliveries of a subscription, in milliseconds of the clock. */
export interface Waiting {
  /** Next tries of the first deliveries in order, as many as may be under way at once. */
  readonly heads: readonly number[];
  /** Earliest next try of those beside the order; null: none waits. */
  readonly aside: number | null;
}

export interface DueOptions {
  readonly nowMs: number;
  /** Deliveries in order that may be under way at once. */
  readonly lanes: number;
  readonly is_enabled: boolean;
  /** The log may hold further events. */
  readonly is_behind: boolean;
}

export interface Due {
  /** Null: nothing to do until something happens. */
  readonly dueMs: number | null;
  /** All lanes wait for a retry, so further events change nothing. */
  readonly blocked: boolean;
}

/** When a subscription has something to do next. */
export function nextDue({ heads, aside }: Waiting, { nowMs, lanes, is_enabled, is_behind }: DueOptions): Due {
  const blocked = is_enabled && heads.length >= lanes && heads.every((nextMs) => nextMs > nowMs);
  const times = [
    ...(aside === null ? [] : [aside]),
    ...(is_enabled ? heads : []),
    ...(is_enabled && is_behind && !blocked ? [nowMs] : []),
  ];
  return { dueMs: times.length === 0 ? null : Math.min(...times), blocked };
}

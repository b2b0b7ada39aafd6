import type { StepRecord } from '@patchbay/runs';

/** Run that an event would have led to. */
export interface PretendedRun {
  readonly event_id: string;
  readonly event_type: string;
  readonly occurred_at: string;
  readonly status: 'succeeded' | 'failed';
  readonly reason: string | null;
  readonly steps: readonly StepRecord[];
}

/** Counts so far, and the state that the next event depends on. */
export interface BacktestState {
  events: number;
  matched: number;
  conditions_failed: number;
  refused: { cooldown: number; rate_ceiling: number; loop: number };
  would_run: number;
  would_fail: number;
  would_stage: number;
  /** The draft rests until then. */
  rests_until_ms: number;
  window_started_ms: number;
  admitted: number;
}

export const freshState = (kept: Partial<BacktestState> = {}): BacktestState => ({
  events: 0,
  matched: 0,
  conditions_failed: 0,
  would_run: 0,
  would_fail: 0,
  would_stage: 0,
  rests_until_ms: 0,
  window_started_ms: 0,
  admitted: 0,
  ...kept,
  refused: { cooldown: 0, rate_ceiling: 0, loop: 0, ...kept.refused },
});

/** The newest runs are kept, so many and so large at most. */
const MAX_RUNS = 100;
const MAX_CHARACTERS = 1_000_000;

export function keepNewest(runs: readonly PretendedRun[]): readonly PretendedRun[] {
  const kept = runs.slice(-MAX_RUNS);
  let characters = 0;
  const first = kept.findLastIndex((run) => {
    characters += JSON.stringify(run).length;
    return characters > MAX_CHARACTERS;
  });
  return kept.slice(first + 1);
}

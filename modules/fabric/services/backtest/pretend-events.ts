import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import { type LoggedEvent, parsePattern, patternMatches } from '@patchbay/kernel/events';
import { type Conditions, evaluateConditions } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import type { RunSteps, Step } from '@patchbay/runs';
import { DEFAULT_CEILING, isTooDeep } from '@patchbay/runs';
import { areEffectFree } from '../connections/effect-free-steps.ts';
import type { BacktestState, PretendedRun } from './backtest-state.ts';

export interface TriedDraft {
  readonly id: string;
  readonly source_event: string;
  readonly conditions: Conditions | null;
  readonly cooldown_seconds: number;
  readonly max_runs_per_minute: number | null;
  readonly steps: readonly Step[];
}

export type PastEvent = Pick<LoggedEvent, 'id' | 'event_type' | 'payload' | 'causation' | 'occurred_at'>;

const WINDOW_MS = 60_000;

/** Goes through events of the past as if the draft had been there, and counts into the state. Sends nothing. */
export async function pretendEvents(
  draft: TriedDraft,
  events: readonly PastEvent[],
  state: BacktestState,
  steps: Pick<RunSteps, 'run'>,
  author: Principal,
): Promise<readonly PretendedRun[]> {
  const pattern = parsePattern(draft.source_event);
  const runs: PretendedRun[] = [];
  const slice = new EventLoopSlice();
  for (const event of events) {
    if (slice.isOver) await slice.yield();
    state.events += 1;
    if (pattern === null || !patternMatches(pattern, event.event_type)) continue;
    state.matched += 1;
    if (!isLetThrough(draft, event, state)) continue;
    const run = await pretendRun(draft, event, steps, author);
    runs.push(run);
    state.would_run += 1;
    state.would_fail += run.status === 'failed' ? 1 : 0;
    state.would_stage += run.steps.filter(({ output }) => stages(output)).length;
  }
  return runs;
}

function isLetThrough(draft: TriedDraft, event: PastEvent, state: BacktestState): boolean {
  if (!evaluateConditions(draft.conditions, event.payload).passed) {
    state.conditions_failed += 1;
    return false;
  }
  const refusal = refusalOf(draft, event, state);
  if (refusal !== null) state.refused[refusal] += 1;
  return refusal === null;
}

function refusalOf(
  { cooldown_seconds, max_runs_per_minute, steps }: TriedDraft,
  { causation, occurred_at }: PastEvent,
  state: BacktestState,
): keyof BacktestState['refused'] | null {
  const atMs = Date.parse(occurred_at);
  if (isTooDeep(causation)) return 'loop';
  if (atMs - state.window_started_ms >= WINDOW_MS) [state.window_started_ms, state.admitted] = [atMs, 0];
  const ceiling = max_runs_per_minute ?? (areEffectFree(steps) ? Infinity : DEFAULT_CEILING);
  if (state.admitted >= ceiling) return 'rate_ceiling';
  state.admitted += 1;
  if (cooldown_seconds === 0) return null;
  if (atMs < state.rests_until_ms) return 'cooldown';
  state.rests_until_ms = atMs + cooldown_seconds * 1_000;
  return null;
}

async function pretendRun(
  draft: TriedDraft,
  event: PastEvent,
  steps: Pick<RunSteps, 'run'>,
  author: Principal,
): Promise<PretendedRun> {
  const { id: event_id, event_type, occurred_at, payload } = event;
  const outcome = await steps.run(
    {
      run_id: event_id,
      steps: draft.steps,
      trigger: payload,
      causation: [...event.causation, event_id],
      done: [],
      mode: 'backtest',
      claims: Number.MAX_SAFE_INTEGER,
    },
    { principal: () => author, checkpoint: () => true },
  );
  const about = { event_id, event_type, occurred_at };
  if (outcome.status === 'succeeded')
    return { ...about, status: 'succeeded', reason: null, steps: outcome.steps };
  const reason = 'reason' in outcome ? outcome.reason : 'interrupted';
  return { ...about, status: 'failed', reason, steps: outcome.steps };
}

const stages = (output: unknown): boolean =>
  typeof output === 'object' && output !== null && 'would_stage' in output;

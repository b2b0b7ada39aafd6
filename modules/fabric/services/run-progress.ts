import type { Artifact } from '@patchbay/kernel/fabric';
import { withoutMarkers } from './kept-values.ts';
import type { RunPlan } from './run-plan.ts';
import { blankStep, type StepRecord } from './step-record.ts';

/** What templates of later steps see of a step. */
export interface StepContext {
  /** Absent when the step was not carried out. */
  readonly output?: unknown;
  readonly artifact?: unknown;
  readonly success: boolean;
}

/** How far a run has come. */
export interface RunProgress {
  readonly records: StepRecord[];
  readonly context: StepContext[];
  /** The last one that a step produced. */
  artifact: Artifact | undefined;
}

/**
 * Ended steps of an earlier try stand; one that had only begun, or waits, is done again with the same effect id.
 * Of outputs only what the record kept is left, so what it hid or cut resolves no more.
 */
export function progressOf(done: readonly StepRecord[]): RunProgress {
  const open = openStep(done);
  const records = open < 0 ? [...done] : done.slice(0, open);
  const context = records.map(({ status, output, artifact = null }) => ({
    output: withoutMarkers(output),
    artifact,
    success: status !== 'failed',
  }));
  return { records, context, artifact: undefined };
}

/** The step of an earlier try whose artifact later steps may want; -1 when there is none. */
export const lastProducer = ({ records }: RunProgress): number =>
  records.findLastIndex(({ artifact }) => artifact !== undefined);

/** The same run before one of its steps. */
export const before = ({ records, context }: RunProgress, index: number): RunProgress => ({
  records: records.slice(0, index),
  context: context.slice(0, index),
  artifact: undefined,
});

/** Tries that the step which had begun, or waits, has behind it. */
export const triesBehind = (done: readonly StepRecord[], index: number): number =>
  openStep(done) === index ? (done[index]?.attempts ?? 0) : 0;

const openStep = (done: readonly StepRecord[]): number =>
  done.findIndex(({ status }) => status === 'running' || status === 'waiting');

/** The rest of a run whose failed step ends it. */
export function notReached(plan: RunPlan, { records }: RunProgress): readonly StepRecord[] {
  const failed = records.length - 1;
  return plan.steps
    .slice(records.length)
    .map(({ operation_id }) => blankStep(operation_id, 'skipped', { reason: `step ${failed} failed` }));
}

import { artifactIn, type HandedArtifact } from '@patchbay/kernel/fabric';
import { withoutMarkers } from '../records/redacted-values.ts';
import { blankStep, type StepRecord } from '../records/step-record.ts';
import type { RunPlan, StepContext } from './run-plan.ts';

export type { StepContext };

/** Progress of a run. */
export interface RunProgress {
  readonly records: StepRecord[];
  readonly context: StepContext[];
  /** The last one that a step produced; before that, the event's own. */
  artifact: HandedArtifact | undefined;
}

/**
 * Ended steps of an earlier try stand; one that had only begun, or waits, is done again with the same effect id.
 * Outputs are taken from the record, and from the part sealed beside it because a later step needs it.
 */
export function progressOf({
  done,
  trigger,
  outputs = {},
}: Pick<RunPlan, 'done' | 'trigger' | 'outputs'>): RunProgress {
  const open = openStep(done);
  const records = open < 0 ? [...done] : done.slice(0, open);
  const context = records.map(({ status, output, artifact = null, author_view }, index) => ({
    output: Object.hasOwn(outputs, index) ? outputs[index] : withoutMarkers(author_view?.output ?? output),
    artifact,
    success: status !== 'failed',
  }));
  const producer = records.findLast(({ artifact }) => artifact !== undefined);
  return { records, context, artifact: producer ? keptArtifact(producer) : artifactIn(trigger) };
}

/** Undefined when the bytes were not kept, since no step wanted them then. */
function keptArtifact({ artifact }: StepRecord): HandedArtifact | undefined {
  if (artifact?.token === undefined || artifact.sha256 === undefined) return undefined;
  const { token, sha256, size, media_type } = artifact;
  return { media_type, reference: { token, sha256, size, media_type } };
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

/** The rest of a run that ended before, each with the reason. */
export const notReached = (plan: RunPlan, { records }: RunProgress, reason: string): readonly StepRecord[] =>
  plan.steps.slice(records.length).map(({ operation_id }) => blankStep(operation_id, 'skipped', { reason }));

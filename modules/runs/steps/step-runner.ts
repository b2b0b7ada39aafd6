import { createHash } from 'node:crypto';
import { Service } from '@patchbay/kernel/di';
import {
  type Artifact,
  type HandedArtifact,
  type Invocation,
  type InvocationResult,
  type Invoker,
  type Preview,
  renderTemplate,
  templateUnresolved,
} from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { authorDisabled } from '../errors.ts';
import { withoutParams } from '../records/hidden-params.ts';
import { redactedParams, redactedValue } from '../records/redacted-values.ts';
import { holdsSecrets, isForAuthor } from '../records/secret-params.ts';
import { contextFor } from '../records/seen-outputs.ts';
import { type ArtifactRecord, blankStep, type StepRecord } from '../records/step-record.ts';
import type { StepNoun } from '../running/run-kind.ts';
import type { RunPlan } from '../running/run-plan.ts';
import type { RunProgress, StepContext } from '../running/run-progress.ts';
import { effectId } from './effect-id.ts';
import type { Step } from './sealed-steps.ts';
import { asExecutorError, isDatabaseGone, mayPass, stepErrorOf } from './step-error.ts';

export interface StepInvoker extends Pick<Invoker, 'invoke' | 'preview'> {
  /** Whether the operation is handed what steps before it produced. */
  takesArtifact(operation_id: string): boolean;
  /** Whether it touches nothing outside the run: carried out twice, no difference would be seen. */
  isInstant(operation_id: string): boolean;
}

export interface StepRequest {
  readonly plan: RunPlan;
  readonly index: number;
  readonly step: Step;
  readonly progress: RunProgress;
  readonly principal: Principal | null;
  readonly signal: AbortSignal | undefined;
}

export interface StepResult {
  readonly record: StepRecord;
  readonly context: StepContext;
  readonly artifact?: HandedArtifact | undefined;
  /** Whether another try may end otherwise. */
  readonly mayPass?: boolean;
}

/** Waiting for our own database must end; each time costs at most one lease. */
const MAX_RESUMPTIONS = 5;

/** Carries out one step; its failure is its record, never an exception. */
export class StepRunner extends Service<{ invoker: StepInvoker; clock: Clock; noun: StepNoun }> {
  /** Null when the platform shuts down in the middle of the step, or its database cannot be reached. */
  async carryOut(request: StepRequest): Promise<StepResult | null> {
    const { plan, step, principal, signal } = request;
    const startedMs = this.parts.clock.monotonicMs();
    const { operation_id } = step;
    let input: unknown = null;
    // Until they are rendered, what fails speaks of the templates.
    let params: unknown = step.params;
    const record = (status: StepRecord['status'], facts: Partial<StepRecord>): StepRecord =>
      this.#parted(
        blankStep(operation_id, status, {
          input,
          duration_ms: Math.round(this.parts.clock.monotonicMs() - startedMs),
          ...facts,
        }),
        params,
        step,
      );
    try {
      const rendering = rendered(request, this.parts.noun);
      if ('missing' in rendering)
        return { record: record('skipped', { reason: rendering.missing }), context: { success: true } };
      params = rendering.params;
      input = redactedParams(params);
      if (principal === null) throw authorDisabled();
      const isWanted = plan.steps
        .slice(request.index + 1)
        .some(({ operation_id: later }) => this.parts.invoker.takesArtifact(later));
      const effect_id = this.#isInstant(step) ? plan.run_id : effectId(plan.run_id, request.index);
      const invocation = { ...invocationOf(request, rendering.params), effect_id, keep_artifact: isWanted };
      const pretended = plan.mode === 'live' ? null : this.#pretend(principal, invocation, request);
      if (pretended !== null)
        return { ...pretended, record: record('skipped', { ...pretended.facts, reason: plan.mode }) };
      return succeeded(await this.parts.invoker.invoke(principal, invocation), record);
    } catch (error) {
      if (signal?.aborted) return null;
      if (isDatabaseGone(error) && plan.claims <= MAX_RESUMPTIONS) return null;
      return {
        record: record('failed', { error: stepErrorOf(asExecutorError(error)) }),
        context: { output: null, artifact: null, success: false },
        mayPass: mayPass(error),
      };
    }
  }

  #isInstant({ operation_id }: Pick<Step, 'operation_id'>): boolean {
    return this.parts.invoker.isInstant(operation_id);
  }

  /**
   * The record without its params, and these beside it. A step without effects keeps its own where it shows them
   * whole: readers hide them from others, by its record of them. That takes params that are rendered, hold no
   * secrets and are not cut.
   */
  #parted(record: StepRecord, params: unknown, { params_of }: Step): StepRecord {
    if (!isForAuthor({ params, params_of })) return withoutParams(record, params);
    if (this.#isInstant(record) && record.input !== null && !holdsSecrets(params)) return record;
    const { input, output, error, reason } = record;
    const author_view = { input, output, error, ...(reason === undefined ? {} : { reason }) };
    return { ...withoutParams(record, params), author_view };
  }

  /** Replacement of a step that must have no effect; null when it may be carried out. */
  #pretend(principal: Principal, invocation: Invocation, { plan, step }: StepRequest) {
    const preview = this.parts.invoker.preview(principal, invocation);
    const isCarriedOut = !preview.hasEffect && (plan.mode === 'shadow' || this.#isInstant(step));
    if (isCarriedOut) return null;
    return { facts: factsOf(preview), context: contextOf(preview), artifact: pictured(preview) };
  }
}

type Recorder = (status: StepRecord['status'], facts: Partial<StepRecord>) => StepRecord;

function succeeded(result: InvocationResult, record: Recorder): StepResult {
  if (result.staged) {
    const { change_id, feature } = result;
    const output = { change_id, feature };
    return {
      record: record('succeeded', { output, change_id }),
      context: { output, artifact: null, success: true },
    };
  }
  const { output, artifact, kept } = result;
  const shown = artifact && (kept ?? described(artifact));
  return {
    record: record('succeeded', { output: redactedValue(output), ...(shown ? { artifact: shown } : {}) }),
    context: { output, artifact: shown ?? null, success: true },
    artifact: kept ? { media_type: kept.media_type, reference: kept } : artifact,
  };
}

const described = ({ media_type, bytes }: Artifact): ArtifactRecord => ({
  media_type,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

const invocationOf = (
  { plan, step, progress, signal }: StepRequest,
  params: Readonly<Record<string, unknown>>,
): Invocation => ({
  operation_id: step.operation_id,
  params,
  artifact: progress.artifact,
  causation: plan.causation,
  trigger: plan.trigger,
  signal,
});

/** A template that needs what a step without effect would have left is no fault of the step. */
function rendered({ plan, step, progress }: StepRequest, noun: StepNoun) {
  const result = renderTemplate(step.params, {
    trigger: plan.trigger,
    steps: contextFor(step, plan, progress),
  });
  if (result.ok) return { params: result.value as Record<string, unknown> };
  const [root, number] = result.unresolved.split('.');
  const source = root === 'steps' ? progress.records[Number(number)] : undefined;
  if (plan.mode !== 'live' && source?.status === 'skipped')
    return {
      missing: `${plan.mode}: needs {{${result.unresolved}}}, and ${noun} ${number} was not carried out`,
    };
  throw templateUnresolved({ message: `Does not resolve: ${result.unresolved}` });
}

const factsOf = ({ stages }: Preview): Partial<StepRecord> =>
  stages === null ? {} : { output: { would_stage: redactedValue(stages) } };

const contextOf = ({ stages }: Preview): StepContext =>
  stages === null ? { success: true } : { success: true, output: { feature: stages.feature } };

/** Stands for an artifact that was not made, so that the steps after it are judged as if it had been. */
const pictured = ({ produces: [media_type] }: Preview): HandedArtifact | undefined =>
  media_type === undefined ? undefined : { media_type, bytes: Buffer.alloc(0) };

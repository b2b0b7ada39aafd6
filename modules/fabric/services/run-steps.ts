import { renderTemplate } from '@patchbay/kernel/events';
import { type Artifact, type Invoker, templateUnresolved } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { authorDisabled } from '../errors.ts';
import { effectId } from './effect-id.ts';
import { isInstant } from './instant.ts';
import { keptValue } from './kept-values.ts';
import type { Step } from './sealed-steps.ts';
import { asExecutorError, isDatabaseGone, stepErrorOf } from './step-error.ts';
import type { StepRecord } from './step-record.ts';

/** One run as it is carried out. */
export interface RunPlan {
  readonly run_id: string;
  readonly steps: readonly Step[];
  readonly trigger: unknown;
  readonly causation: readonly string[];
  /** Records of steps that ended in an earlier try. */
  readonly done: readonly StepRecord[];
  readonly shadow: boolean;
  /** How often the run was taken up, this time included. */
  readonly claims: number;
}

export interface RunHooks {
  /** The author as of now; null when the author can no longer act. What it throws ends the try, not the step. */
  principal(): Principal | null | Promise<Principal | null>;
  /** Called before a step with an effect; false when another process has taken the run over. */
  checkpoint(records: readonly StepRecord[]): boolean | Promise<boolean>;
  readonly signal?: AbortSignal;
}

export type RunOutcome =
  | {
      readonly status: 'succeeded' | 'failed';
      readonly reason: string | null;
      readonly steps: readonly StepRecord[];
    }
  /** Stopped without an end: somebody else goes on, with the same effect ids. */
  | { readonly status: 'interrupted'; readonly steps: readonly StepRecord[] };

interface StepContext {
  readonly output: unknown;
  readonly artifact: unknown;
  readonly success: boolean;
}

interface Progress {
  readonly records: StepRecord[];
  readonly context: StepContext[];
  artifact: Artifact | undefined;
}

/** Waiting for our own database must end; each time costs at most one lease. */
const MOST_RESUMPTIONS = 5;

/** Carries out steps in order; each one's failure is its record, never an exception. */
export class RunSteps {
  readonly #invoker: Pick<Invoker, 'invoke'>;
  readonly #clock: Clock;

  constructor(invoker: Pick<Invoker, 'invoke'>, clock: Clock) {
    this.#invoker = invoker;
    this.#clock = clock;
  }

  async run(plan: RunPlan, hooks: RunHooks): Promise<RunOutcome> {
    const progress = progressOf(plan.done);
    for (const [index, step] of plan.steps.entries()) {
      if (index < progress.records.length) continue;
      if (hooks.signal?.aborted) return { status: 'interrupted', steps: progress.records };
      const hasEffect = !isInstant([step]);
      if (hasEffect && !(await hooks.checkpoint([...progress.records, started(step)])))
        return { status: 'interrupted', steps: progress.records };
      const record = await this.#step(plan, index, step, progress, hooks);
      if (record === null) return { status: 'interrupted', steps: progress.records };
      progress.records.push(record);
      if (record.status === 'failed' && step.on_failure === 'stop') return stopped(plan, progress);
    }
    const passedOver = progress.records.filter(({ status }) => status === 'failed').length;
    const reason = plan.shadow
      ? 'shadow: no step was carried out'
      : passedOver > 0
        ? `${passedOver} failed steps were passed over`
        : null;
    return { status: 'succeeded', reason, steps: progress.records };
  }

  /** Null when the platform shuts down in the middle of the step, or its database cannot be reached. */
  async #step(
    plan: RunPlan,
    index: number,
    step: Step,
    progress: Progress,
    hooks: RunHooks,
  ): Promise<StepRecord | null> {
    const startedMs = this.#clock.monotonicMs();
    const took = () => Math.round(this.#clock.monotonicMs() - startedMs);
    const { operation_id } = step;
    const principal = plan.shadow ? null : await hooks.principal();
    let input: unknown = null;
    try {
      const params = rendered(step, plan.trigger, progress.context);
      input = keptValue(params);
      if (plan.shadow) {
        progress.context.push({ output: null, artifact: null, success: true });
        return { operation_id, status: 'skipped', input, output: null, error: null, duration_ms: took() };
      }
      if (principal === null) throw authorDisabled();
      const result = await this.#invoker.invoke(principal, {
        operation_id,
        params,
        artifact: progress.artifact,
        effect_id: isInstant([step]) ? plan.run_id : effectId(plan.run_id, index),
        causation: plan.causation,
        trigger: plan.trigger,
        signal: hooks.signal,
      });
      if (result.staged) {
        const { change_id, feature } = result;
        progress.context.push({ output: { change_id, feature }, artifact: null, success: true });
        return {
          operation_id,
          status: 'succeeded',
          input,
          output: { change_id, feature },
          error: null,
          duration_ms: took(),
          change_id,
        };
      }
      progress.artifact = result.artifact ?? progress.artifact;
      const artifact = result.artifact
        ? { media_type: result.artifact.media_type, size: result.artifact.bytes.length }
        : null;
      progress.context.push({ output: result.output, artifact, success: true });
      return {
        operation_id,
        status: 'succeeded',
        input,
        output: keptValue(result.output),
        error: null,
        duration_ms: took(),
      };
    } catch (error) {
      if (hooks.signal?.aborted) return null;
      if (isDatabaseGone(error) && plan.claims <= MOST_RESUMPTIONS) return null;
      progress.context.push({ output: null, artifact: null, success: false });
      return {
        operation_id,
        status: 'failed',
        input,
        output: null,
        error: stepErrorOf(asExecutorError(error)),
        duration_ms: took(),
      };
    }
  }
}

const started = ({ operation_id }: Step): StepRecord => ({
  operation_id,
  status: 'running',
  input: null,
  output: null,
  error: null,
  duration_ms: null,
});

function rendered(step: Step, trigger: unknown, steps: readonly StepContext[]): Record<string, unknown> {
  const result = renderTemplate(step.params, { trigger, steps });
  if (!result.ok) throw templateUnresolved({ message: `Does not resolve: ${result.unresolved}` });
  return result.value as Record<string, unknown>;
}

/** Ended steps of an earlier try stand; one that had only begun is done again, with the same effect id. */
function progressOf(done: readonly StepRecord[]): Progress {
  const unfinished = done.findIndex(({ status }) => status === 'running');
  const records = unfinished < 0 ? [...done] : done.slice(0, unfinished);
  const context = records.map(({ status, output }) => ({
    output,
    artifact: null,
    success: status !== 'failed',
  }));
  return { records, context, artifact: undefined };
}

/** The failed step ends the run; the rest is shown as not carried out. */
function stopped(plan: RunPlan, { records }: Progress): RunOutcome {
  const failed = records.at(-1);
  const rest = plan.steps.slice(records.length).map(
    ({ operation_id }): StepRecord => ({
      operation_id,
      status: 'skipped',
      input: null,
      output: null,
      error: null,
      duration_ms: null,
    }),
  );
  const reason = `step ${records.length - 1} failed: ${failed?.error?.type ?? 'unknown'}`;
  return { status: 'failed', reason, steps: [...records, ...rest] };
}

import type { Clock } from '@patchbay/kernel/telemetry';
import { blankStep, type StepRecord } from '../records/step-record.ts';
import { type StepInvoker, type StepResult, StepRunner } from '../steps/step-runner.ts';
import { goesOn, retryDelayMs } from './retry-policy.ts';
import type { StepNoun } from './run-kind.ts';
import type { RunHooks, RunOutcome, RunPlan } from './run-plan.ts';
import {
  before,
  lastProducer,
  notReached,
  progressOf,
  type RunProgress,
  triesBehind,
} from './run-progress.ts';

/** Carries out the steps of a run in order, and says how it ended or what it waits for. */
export class RunSteps {
  readonly #invoker: StepInvoker;
  readonly #runner: StepRunner;
  readonly #noun: StepNoun;

  constructor(invoker: StepInvoker, clock: Clock, noun: StepNoun = 'step') {
    this.#invoker = invoker;
    this.#runner = new StepRunner({ invoker, clock, noun });
    this.#noun = noun;
  }

  /** Whether none of them touches anything outside the run. */
  areInstant(steps: readonly Pick<StepRecord, 'operation_id'>[]): boolean {
    return steps.every(({ operation_id }) => this.#invoker.isInstant(operation_id));
  }

  async run(plan: RunPlan, hooks: RunHooks): Promise<RunOutcome> {
    const progress = progressOf(plan);
    if (progress.records.length < plan.steps.length) await this.#regain(plan, progress, hooks);
    for (const [index, step] of plan.steps.entries()) {
      if (index < progress.records.length) continue;
      const tries = triesBehind(plan.done, index);
      const result = await this.#attempt(plan, index, tries, progress, hooks);
      if (result === null) return interrupted(progress);
      const record = counted(result.record, tries + 1);
      const isFailed = record.status === 'failed';
      const retryInMs = isFailed && result.mayPass ? retryDelayMs(step, tries + 1) : null;
      if (retryInMs !== null) return this.#waiting(progress, { ...record, attempts: tries + 1 }, retryInMs);
      progress.records.push(record);
      progress.context.push(result.context);
      progress.artifact = result.artifact ?? progress.artifact;
      if (isFailed && !goesOn(step)) return this.#stopped(plan, progress);
    }
    const { records: steps, context } = progress;
    return { status: 'succeeded', reason: reasonOf(plan, progress), steps, context };
  }

  /**
   * Bytes that no step wanted were not kept: after a rerun with other steps, the one that produced them is asked once
   * more, which has no effect. Should it fail, the step that wants them says so.
   */
  async #regain(plan: RunPlan, progress: RunProgress, { principal, signal }: RunHooks): Promise<void> {
    const index = lastProducer(progress);
    const step = plan.steps[index];
    if (step === undefined || progress.artifact !== undefined || signal?.aborted) return;
    const result = await this.#runner.carryOut({
      plan,
      index,
      step,
      progress: before(progress, index),
      principal: await principal(),
      signal,
    });
    progress.artifact = result?.artifact;
  }

  /** Null when the run cannot go on here. */
  async #attempt(
    plan: RunPlan,
    index: number,
    tries: number,
    progress: RunProgress,
    { checkpoint, principal, signal }: RunHooks,
  ): Promise<StepResult | null> {
    const step = plan.steps[index];
    if (step === undefined || signal?.aborted) return null;
    const isInstant = this.areInstant([step]);
    const begun = blankStep(step.operation_id, 'running', tries > 0 ? { attempts: tries } : {});
    if (!isInstant && !(await checkpoint([...progress.records, begun], progress.context))) return null;
    return this.#runner.carryOut({
      plan,
      index,
      step,
      progress,
      principal: await principal(isInstant),
      signal,
    });
  }

  #waiting({ records, context }: RunProgress, failed: StepRecord, retryInMs: number): RunOutcome {
    return {
      status: 'waiting',
      reason: `${this.#failed(records.length, failed)}; it is tried again`,
      steps: [...records, { ...failed, status: 'waiting' }],
      context,
      retryInMs,
    };
  }

  /** The failed step ends the run; the rest is shown as not carried out. */
  #stopped(plan: RunPlan, progress: RunProgress): RunOutcome {
    const { records, context } = progress;
    const last = records.length - 1;
    const steps = [...records, ...notReached(plan, progress, `${this.#noun} ${last} failed`)];
    return { status: 'failed', reason: this.#failed(last, records.at(-1)), steps, context };
  }

  #failed(index: number, record: StepRecord | undefined): string {
    return `${this.#noun} ${index} failed: ${record?.error?.type ?? 'unknown'}`;
  }
}

const counted = (record: StepRecord, attempts: number): StepRecord =>
  attempts > 1 ? { ...record, attempts } : record;

const interrupted = ({ records, context }: RunProgress): RunOutcome => ({
  status: 'interrupted',
  steps: records,
  context,
});

function reasonOf({ mode }: RunPlan, { records }: RunProgress): string | null {
  if (mode !== 'live') return `${mode}: nothing with an effect was carried out`;
  const passedOver = records.filter(({ status }) => status === 'failed').length;
  return passedOver > 0 ? `${passedOver} failed steps were passed over` : null;
}

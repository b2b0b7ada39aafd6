import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { type AuthorStop, wasRefused } from '../intake/author-stop.ts';
import { causationOf } from '../intake/loop-guard.ts';
import type { RunAuthors } from '../intake/run-authors.ts';
import type { AuthorViews, Outputs } from '../records/author-views.ts';
import { hiddenOutputs } from '../records/hidden-outputs.ts';
import type { StepRecord } from '../records/step-record.ts';
import type { OpenedPlan, SealedSteps } from '../steps/sealed-steps.ts';
import type { ClaimedRun } from './claimed-run.ts';
import type { RunOutcome, RunPlan } from './run-plan.ts';
import type { RunStatus } from './run-status.ts';
import type { RunSteps } from './run-steps.ts';
import type { RunWriter } from './run-writer.ts';
import type { RunState } from './write-states.ts';

export interface ExecutionDeps {
  readonly steps: Pick<RunSteps, 'run' | 'areInstant'>;
  readonly sealed: SealedSteps;
  readonly views: AuthorViews;
  readonly authors: RunAuthors;
  readonly writer: Pick<RunWriter, 'save' | 'note'>;
  readonly stop: Pick<AuthorStop, 'afterRefusal'>;
  readonly clock: Clock;
}

/** Rest of a run: its next check after so long. */
export interface Remainder {
  readonly retryInMs: number | null;
}

interface Ending {
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly steps: readonly StepRecord[];
  readonly outputs?: Outputs | undefined;
}

const SAME_MOMENT_MS = 100;

/** Carries one claimed run to its end, as its author, with a record before every effect. */
export class RunExecution extends Service<ExecutionDeps> {
  /** Throws when the database cannot be reached; the run then goes on later, with the same effect ids. */
  async carryOut(claimed: ClaimedRun, signal: AbortSignal): Promise<Remainder> {
    const run = { ...claimed, steps: this.parts.views.restore(claimed, ownerOf(claimed)) };
    const plan = this.#planOf(run);
    const refusal =
      run.refusal ?? (run.trigger === null ? 'event_gone' : plan === null ? 'steps_unreadable' : null);
    if (refusal !== null || plan === null) {
      await this.#end(run, {
        status: endingOf(run),
        reason: refusal,
        steps: ended(run.steps),
        outputs: plan?.outputs,
      });
      return { retryInMs: null };
    }
    let orphaned = false;
    let read: Promise<Principal | null> | undefined;
    let readMs = 0;
    const outcome = await this.parts.steps.run(plan, {
      signal,
      principal: async (isInstant) => {
        // A step that touches nothing, moments after the one before, is at the same moment.
        const nowMs = this.parts.clock.monotonicMs();
        if (read === undefined || !isInstant || nowMs - readMs > SAME_MOMENT_MS) {
          read = this.parts.authors.now(run.author_id, run.organization_id);
          readMs = nowMs;
        }
        const author = await read;
        orphaned ||= author === null;
        return author;
      },
      checkpoint: (steps, context) => {
        const produced = [...context];
        return this.#checkpoint(run, steps, () => hiddenOutputs(plan.steps, steps, produced));
      },
    });
    await this.#keep(run, plan, outcome);
    const { owner_id: id, organization_id, author_id } = run;
    if (orphaned || wasRefused(outcome.steps, run.steps))
      await this.parts.stop.afterRefusal({ id, organization_id, author_id }, plan.steps, orphaned);
    return { retryInMs: outcome.status === 'waiting' ? outcome.retryInMs : null };
  }

  /**
   * The record that precedes an effect. The first one of a fresh claim is not waited for: no effect lies behind
   * it that could be forgotten, and no other process can have the run.
   */
  #checkpoint(
    run: ClaimedRun,
    steps: readonly StepRecord[],
    outputs: () => Outputs,
  ): boolean | Promise<boolean> {
    const state = (): Ending => ({ status: 'running', reason: null, steps, outputs: outputs() });
    const isFirst =
      run.claims === 1 && run.steps.length === 0 && this.parts.steps.areInstant(steps.slice(0, -1));
    const isFresh = run.term?.isOurs() ?? false;
    if (!isFirst || !isFresh) return this.#save(run, state(), null);
    this.parts.writer.note(run.id, () => this.#stateOf(run, state(), null));
    return true;
  }

  async #keep(run: ClaimedRun, plan: RunPlan, outcome: RunOutcome): Promise<void> {
    const { steps, context } = outcome;
    const outputs = hiddenOutputs(plan.steps, steps, context);
    if (outcome.status === 'interrupted')
      await this.#save(run, { status: 'running', reason: null, steps, outputs }, null);
    else if (outcome.status === 'waiting') {
      const { reason, retryInMs } = outcome;
      await this.#save(run, { status: 'queued', reason, steps, outputs }, null, retryInMs);
    } else {
      const { status, reason } = outcome;
      await this.#end(run, { status, reason, steps, outputs });
    }
  }

  /** Null when the steps cannot be opened, as after a key was lost. */
  #planOf(run: ClaimedRun): RunPlan | null {
    const { id: run_id, owner_id, event_id, causation } = run;
    const opened = this.#opened(run);
    if (opened === null) return null;
    return {
      run_id,
      steps: opened.steps,
      outputs: { ...opened.outputs, ...this.parts.views.outputs(run, ownerOf(run)) },
      trigger: run.trigger,
      causation: event_id === null ? [owner_id] : causationOf({ id: event_id, causation }, owner_id),
      done: run.steps,
      mode: run.shadow ? 'shadow' : 'live',
      claims: run.claims,
    };
  }

  #opened({ sealed_plan, owner_id: id, organization_id }: ClaimedRun): OpenedPlan | null {
    try {
      return this.parts.sealed.openPlan(sealed_plan, { id, organization_id });
    } catch {
      return null;
    }
  }

  async #end(run: ClaimedRun, ending: Ending): Promise<void> {
    await this.#save(run, ending, this.parts.clock.now().toISOString());
  }

  #save(
    run: ClaimedRun,
    ending: Ending,
    finished_at: string | null,
    retry_in_ms: number | null = null,
  ): Promise<boolean> {
    return this.parts.writer.save({ ...this.#stateOf(run, ending, finished_at), retry_in_ms });
  }

  #stateOf(run: ClaimedRun, ending: Ending, finished_at: string | null): RunState {
    const { id, claim_id } = run;
    const { status, reason } = ending;
    const stored = this.parts.views.store(ending.steps, ownerOf(run), ending.outputs);
    return { id, claim_id, status, reason, finished_at, retry_in_ms: null, ...stored };
  }
}

/** Envelopes of a run bear the id of its owner. */
const ownerOf = ({ owner_id: id, organization_id }: ClaimedRun) => ({ id, organization_id });

/** A run that never began did not happen; one given up midway is distinguished from one that failed by itself. */
function endingOf({ refusal, steps }: ClaimedRun): RunStatus {
  if (refusal === null || refusal === 'gave_up') return 'failed';
  return steps.length === 0 ? 'skipped' : 'cancelled';
}

/** A step that had begun when its run was given up: its progress is unknown. One that waited has failed. */
const ended = (steps: readonly StepRecord[]): readonly StepRecord[] =>
  steps.map((step) =>
    step.status === 'running'
      ? {
          ...step,
          status: 'failed',
          error: { type: 'interrupted', message: 'The run was given up during this step.' },
        }
      : step.status === 'waiting'
        ? { ...step, status: 'failed' }
        : step,
  );

import type { Principal } from '@patchbay/kernel/permissions';
import type { StepRecord } from '../records/step-record.ts';
import type { Step } from '../steps/sealed-steps.ts';

/** `shadow`: everything but effects. `backtest`: only steps without effects and requests. */
export type RunMode = 'live' | 'shadow' | 'backtest';

/** One run as it is carried out. */
export interface RunPlan {
  readonly run_id: string;
  readonly steps: readonly Step[];
  readonly trigger: unknown;
  readonly causation: readonly string[];
  /** Records of steps that ended in an earlier try. */
  readonly done: readonly StepRecord[];
  /** Hidden parts of those records' outputs, by number of the step. */
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly mode: RunMode;
  /** Count of claims of the run, this one included. */
  readonly claims: number;
}

export interface RunHooks {
  /** The author as of now; null when the author can no longer act. An exception ends the try, not the step. */
  principal(isInstant?: boolean): Principal | null | Promise<Principal | null>;
  /** Called before a step with an effect; false when another process has taken the run over. */
  checkpoint(records: readonly StepRecord[], context: readonly StepContext[]): boolean | Promise<boolean>;
  readonly signal?: AbortSignal;
}

export type RunOutcome =
  | {
      readonly status: 'succeeded' | 'failed';
      readonly reason: string | null;
      readonly steps: readonly StepRecord[];
      readonly context: readonly StepContext[];
    }
  /** A step failed and is tried again after a while. */
  | {
      readonly status: 'waiting';
      readonly reason: string;
      readonly steps: readonly StepRecord[];
      readonly context: readonly StepContext[];
      readonly retryInMs: number;
    }
  /** Stopped without an end: another process goes on, with the same effect ids. */
  | {
      readonly status: 'interrupted';
      readonly steps: readonly StepRecord[];
      readonly context: readonly StepContext[];
    };

/** Fields of a step for templates of later steps. */
export interface StepContext {
  /** Absent when the step was not carried out. */
  readonly output?: unknown;
  readonly artifact?: unknown;
  readonly success: boolean;
}

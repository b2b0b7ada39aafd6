import type { Principal } from '@patchbay/kernel/permissions';
import type { StepRecord } from '../records/step-record.ts';
import type { Step } from '../steps/sealed-steps.ts';

/** `shadow`: everything but effects. `backtest`: nothing but what leaves no trace and asks nobody. */
export type RunMode = 'live' | 'shadow' | 'backtest';

/** One run as it is carried out. */
export interface RunPlan {
  readonly run_id: string;
  readonly steps: readonly Step[];
  readonly trigger: unknown;
  readonly causation: readonly string[];
  /** Records of steps that ended in an earlier try. */
  readonly done: readonly StepRecord[];
  /** What those records hide of outputs, by number of the step. */
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly mode: RunMode;
  /** How often the run was taken up, this time included. */
  readonly claims: number;
}

export interface RunHooks {
  /** The author as of now; null when the author can no longer act. What it throws ends the try, not the step. */
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
  /** Stopped without an end: somebody else goes on, with the same effect ids. */
  | {
      readonly status: 'interrupted';
      readonly steps: readonly StepRecord[];
      readonly context: readonly StepContext[];
    };

/** What templates of later steps see of a step. */
export interface StepContext {
  /** Absent when the step was not carried out. */
  readonly output?: unknown;
  readonly artifact?: unknown;
  readonly success: boolean;
}

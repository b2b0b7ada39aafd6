/** Why a step failed: an executor code, an error id or a word for what came from outside. */
export interface StepError {
  readonly type: string;
  readonly message: string;
}

export type StepStatus = 'running' | 'succeeded' | 'failed' | 'skipped';

/** What a run keeps of one step (DECISIONS 27); secrets are gone from input and output. */
export interface StepRecord {
  readonly operation_id: string;
  readonly status: StepStatus;
  readonly input: unknown;
  readonly output: unknown;
  readonly error: StepError | null;
  readonly duration_ms: number | null;
  readonly change_id?: string;
}

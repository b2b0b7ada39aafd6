/** Why a step failed: an executor code, an error id or a word for what came from outside. */
export interface StepError {
  readonly type: string;
  readonly message: string;
}

/** `waiting`: it failed and will be tried again. */
export type StepStatus = 'running' | 'waiting' | 'succeeded' | 'failed' | 'skipped';

export interface ArtifactRecord {
  readonly media_type: string;
  readonly size: number;
  readonly sha256?: string;
  /** Token of the bytes; absent when no later step takes them. */
  readonly token?: string;
}

/** Record of one step of a run (DECISIONS 27); without secrets in input and output. */
export interface StepRecord {
  readonly operation_id: string;
  readonly status: StepStatus;
  readonly input: unknown;
  readonly output: unknown;
  readonly error: StepError | null;
  readonly duration_ms: number | null;
  readonly change_id?: string;
  /** Artifact beside its output. */
  readonly artifact?: ArtifactRecord;
  /** Tries so far, when there was more than one. */
  readonly attempts?: number;
  /** Why it was not carried out. */
  readonly reason?: string;
  /** Hidden parts of the record, for the author of its params; stored sealed, never beside the record. */
  readonly author_view?: AuthorView;
}

/** The hidden parts of a record as they were. */
export type AuthorView = Pick<StepRecord, 'input' | 'output' | 'error' | 'reason'>;

/** A step that has nothing to show yet. */
export const blankStep = (
  operation_id: string,
  status: StepStatus,
  facts: Partial<StepRecord> = {},
): StepRecord => ({
  operation_id,
  status,
  input: null,
  output: null,
  error: null,
  duration_ms: null,
  ...facts,
});

/** The record of a step or an action, as runs and executions hold it. */
export interface StepRecordFacts {
  readonly status: string;
  readonly input: unknown;
  readonly output: unknown;
  readonly error: { readonly type: string; readonly message: string } | null;
  readonly duration_ms: number | null;
  readonly change_id?: string | undefined;
  readonly artifact?:
    | { readonly media_type: string; readonly size: number; readonly sha256?: string | undefined }
    | undefined;
  readonly attempts?: number | undefined;
  readonly reason?: string | undefined;
}

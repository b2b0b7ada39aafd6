/** Exit codes of every command. */
export const EXIT = Object.freeze({ ok: 0, no: 1, cannotRun: 2, interrupted: 130 });

/** Additions of one occurrence to its message. */
export interface CommandErrorOptions {
  /** The remedy, in one line. */
  readonly hint?: string;
  /** Default 1: the answer is no. 2 says that the command could not run. */
  readonly exitCode?: number;
  readonly cause?: unknown;
}

/** Something an operator can understand and mend; shown without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly hint: string | undefined;
  readonly exitCode: number;

  constructor(message: string, { hint, exitCode = EXIT.no, cause }: CommandErrorOptions = {}) {
    super(message, { cause });
    this.hint = hint;
    this.exitCode = exitCode;
  }
}

/** One thing that was looked at. */
export interface Finding {
  /** A word or two: `database`, `SECRET_KEY`. */
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  /** Without secrets. */
  readonly message: string;
  /** The remedy, unless it is well. */
  readonly hint?: string;
}

/** All is well. */
export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message });
/** It works, and needs attention. */
export const warn = (check: string, message: string, hint: string): Finding => ({
  check,
  status: 'warn',
  message,
  hint,
});
/** It does not work. */
export const fail = (check: string, message: string, hint: string): Finding => ({
  check,
  status: 'fail',
  message,
  hint,
});

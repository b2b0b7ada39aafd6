import { ConfigError } from '@patchbay/kernel/config';
import { PatchbayError } from '@patchbay/kernel/errors';
import { ModuleError } from '@patchbay/kernel/modules';
import { CommandError, EXIT } from './command-error.ts';

/** Explanation of a failure for an operator. */
export interface Explanation {
  readonly message: string;
  readonly hint: string | undefined;
  readonly exitCode: number;
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'ECONNRESET',
  'EAI_AGAIN',
]);
const SQL_STATE = /^[0-9A-Z]{5}$/;

/** Gives expected failures in a line or two; only unforeseen ones come with their stack. */
export function explain(error: unknown): Explanation {
  if (error instanceof CommandError) return of(error, error.exitCode, error.hint);
  if (error instanceof PatchbayError) return { message: detailed(error), hint: undefined, exitCode: EXIT.no };
  if (error instanceof ConfigError)
    return of(error, EXIT.cannotRun, 'npx patchbay doctor checks the whole configuration.');
  if (error instanceof ModuleError) return of(error, EXIT.cannotRun);
  const code = codeOf(error);
  if (UNREACHABLE.has(code))
    return {
      message: `The server cannot be reached (${code}).`,
      hint: 'Check DATABASE_URL, and that PostgreSQL runs.',
      exitCode: EXIT.cannotRun,
    };
  if (error instanceof Error && SQL_STATE.test(code))
    return {
      message: `PostgreSQL refused: ${error.message} (${code})`,
      hint: undefined,
      exitCode: EXIT.cannotRun,
    };
  if (error instanceof Error && code !== '') return of(error, EXIT.cannotRun);
  const stack = error instanceof Error ? error.stack : undefined;
  return {
    message: stack ?? String(error),
    hint: 'This is a fault of the program.',
    exitCode: EXIT.cannotRun,
  };
}

const of = (error: Error, exitCode: number, hint?: string): Explanation => ({
  message: error.message,
  hint,
  exitCode,
});

/** A refusal with everything that is wrong, field by field. */
const detailed = ({ message, details = [] }: PatchbayError): string =>
  [message, ...details.map((each) => `  ${each.field} ${each.message}`)].join('\n');

/** Codes of Node and of PostgreSQL; a connection tried at several addresses fails with several. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

import { DatabaseError } from 'pg';
import { conflict, invalidRequest, notFound, PatchbayError, unavailable } from '../../errors/index.ts';

interface ServerError {
  readonly code: string;
  readonly constraint?: string;
  /** Routine of the server that raised it; unlike the message it has no language. */
  readonly routine?: string;
}

const isServerError = (error: unknown): error is Error & ServerError =>
  error instanceof Error && typeof (error as Partial<ServerError>).code === 'string';

/** True when the server refused a statement: the transaction that it was part of changes nothing any more. */
export const isStatementFailure = (error: unknown): boolean => error instanceof DatabaseError;

/** True when `error` is the violation of the named constraint or unique index. */
export const violates = (error: unknown, constraint: string): boolean =>
  isServerError(error) && error.constraint === constraint;

const UNAVAILABLE = /^(08|53|57P|57014|25P03|55P03|40001|40P01|ECONN|EPIPE|ETIMEDOUT)/;
/** Text with NUL or half a surrogate pair, text of another type than its column, numbers or times out of range. */
const UNSTORABLE = new Set(['22021', '22P05', '22P02', '22003', '22008']);
const LOST = /connection terminated|connection error|query read timeout|timeout exceeded/i;

/** A row that a policy refuses; a right that is missing has the same code, and is a fault of the installation. */
const isOutsideScope = (error: Error): boolean =>
  isServerError(error) && error.code === '42501' && error.routine === 'ExecWithCheckOptions';

/**
 * Turns a failed transaction into its meaning: a violated constraint is a conflict, a row outside the scope is
 * not found, a server that is gone or overloaded is unavailable; the rest stays internal.
 */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof PatchbayError || !(error instanceof Error)) return error;
  const code = isServerError(error) ? error.code : '';
  if (code === '23505')
    return conflict({ message: 'A record with these values exists already.', cause: error });
  if (code === '23503' || isOutsideScope(error)) return notFound({ cause: error });
  if (UNSTORABLE.has(code))
    return invalidRequest({
      message: 'A value holds characters or numbers that cannot be stored.',
      cause: error,
    });
  if (UNAVAILABLE.test(code) || LOST.test(error.message))
    return unavailable({
      message: 'The database cannot answer right now.',
      retryAfterSeconds: 1,
      cause: error,
    });
  return error;
}

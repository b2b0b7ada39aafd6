import { type ErrorDetail, validationFailed } from '../../../errors/index.ts';
import { malformedBody } from '../http-errors.ts';

/** Deepest nesting of a body (DECISIONS 3). */
export const MAX_DEPTH = 64;

const unwritable = (field: string): ErrorDetail => ({
  field,
  message: 'holds a character that cannot be stored',
  type: 'format',
});

/** Text that PostgreSQL can hold: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Walks a parsed body without recursion. Throws `http.malformed_body` when it nests too deep, and
 * `kernel.validation_failed` when a text in it could not be stored.
 */
export function assertUsable(body: unknown): void {
  if (typeof body === 'string' && !isStorable(body)) throw validationFailed({ details: [unwritable('')] });
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
  let level: object[] = [body];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw malformedBody({ message: `The body nests deeper than ${MAX_DEPTH} levels.` });
    const next: object[] = [];
    for (const each of level) collect(each, next);
    level = next;
  }
}

function collect(value: object, next: object[]): void {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) look(at, value[at], next);
    return;
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw malformedBody({ message: 'The body holds a key that is not allowed.' });
    if (!isStorable(key)) throw validationFailed({ details: [unwritable('')] });
    look(key, Reflect.get(value, key), next);
  }
}

function look(key: string | number, inner: unknown, next: object[]): void {
  if (typeof inner === 'string') {
    if (!isStorable(inner)) throw validationFailed({ details: [unwritable(String(key))] });
  } else if (typeof inner === 'object' && inner !== null) next.push(inner);
}

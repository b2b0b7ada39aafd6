import { deviceWords } from '@patchbay/vendor-kit';
import type { ApiAnswer } from './api-client.ts';
import { refusal } from './failures.ts';

/** Answers of commands that did nothing. */
const failures = new Set(['', 'failed', 'failure', 'error', 'not_an_address', 'disabled']);
const absences = new Set(['not found', 'not_found']);
const MAX_FIELDS_SHOWN = 5;

/** The object or an empty one: the empty list stands for nothing. */
export const objectOf = (answer: ApiAnswer): Readonly<Record<string, unknown>> =>
  Array.isArray(answer) ? {} : (answer as Readonly<Record<string, unknown>>);

/** The uuid of what was added, or null where the command names none. Throws the refusal. */
export function savedId(answer: ApiAnswer): string | null {
  const { result, uuid, ...rest } = objectOf(answer);
  if (result !== 'saved' && result !== 'ok') throw refusalOf({ result, ...rest });
  return typeof uuid === 'string' ? uuid : null;
}

/** Throws unless the object is gone by this command. */
export function assertDeleted(answer: ApiAnswer): void {
  const body = objectOf(answer);
  if (body['result'] !== 'deleted') throw refusalOf(body);
}

/** Throws unless the command says that it did something (`ok`, `done`, `reverted` …). */
export function assertDone(answer: ApiAnswer): void {
  const word = wordOf(answer);
  if (absences.has(word) || failures.has(word)) throw refusalOf(objectOf(answer));
}

/** Null when a commit says `ok`, else what it says instead. */
export function commitFailure(answer: ApiAnswer): string | null {
  const word = wordOf(answer);
  return /^ok\b/.test(word) ? null : deviceWords(word === '' ? 'no word of success' : word);
}

/** Commands speak in `status`, `result` or `response`. */
export function wordOf(answer: ApiAnswer): string {
  const { status, result, response } = objectOf(answer);
  return String(status ?? result ?? response ?? '')
    .trim()
    .toLowerCase();
}

function refusalOf(body: Readonly<Record<string, unknown>>): Error {
  if (absences.has(wordOf(body))) return refusal('no such object', 'adapter_not_found');
  const { validations } = body;
  if (typeof validations !== 'object' || validations === null)
    return refusal(`the command answered ${wordOf(body) || 'nothing'}`);
  const told = Object.entries(validations)
    .slice(0, MAX_FIELDS_SHOWN)
    .map(([field, message]) => `${field}: ${String(Array.isArray(message) ? message[0] : message)}`);
  return refusal(told.join('; '));
}

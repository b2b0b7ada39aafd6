import {
  type AdapterErrorType,
  type AdapterOutcome,
  DeviceError,
  deviceWords,
  type TransportAnswer,
  unreadableAnswer,
  type VendorValue,
} from '@patchbay/vendor-kit';

/** A success: the value of `data`, and the whole body beside it (`changes`, `total`). */
export interface HostAnswer {
  readonly data: unknown;
  readonly body: VendorValue;
}

const NOUN = 'host';
/** Run-time refusals that come before anything is done. */
const refusals =
  /is locked|does not exist|no such|already (exists|defined|running|used)|not running|can't lock file|detected modified configuration|unable to find|not found|is not allowed|in use|parameter|not supported|is a template|disabled|cannot|can't|unable to parse|invalid|duplicate|not empty|quorum/i;
const ABSENCES = /does not exist|no such|unable to find|not found/i;

export const readAnswer = (answer: TransportAnswer, isWrite: boolean): HostAnswer => {
  const { status } = answer;
  if (status < 200 || status > 299) throw answerFailure(answer, isWrite);
  const body = objectIn(answer.body);
  if (body === null || !('data' in body)) throw unreadableAnswer(NOUN, status, { isWrite });
  return { data: body['data'], body };
};

/** An answer that is not a success, in the host's words. */
export function answerFailure(answer: TransportAnswer, isWrite: boolean): DeviceError {
  const { status } = answer;
  const detail = wordsOf(answer.body);
  const message = detail === '' ? `the host answered ${status}` : `the host refused: ${detail}`;
  const type = typeOf(status, detail);
  return new DeviceError({
    type,
    outcome: outcomeOf(status, type, detail, isWrite),
    status,
    message,
    ...(detail === '' ? {} : { detail }),
  });
}

function typeOf(status: number, words: string): AdapterErrorType {
  if (status === 401 || status === 403) return 'adapter_authentication_error';
  if (status === 404 || status === 501) return 'adapter_not_found';
  if (status === 429) return 'adapter_rate_limit';
  if (status === 408 || status === 504) return 'adapter_timeout';
  // A node of the cluster cannot be reached through the one that answers.
  if (status === 595 || status === 596) return 'adapter_connection_error';
  return status === 500 && ABSENCES.test(words) ? 'adapter_not_found' : 'adapter_error';
}

function outcomeOf(status: number, type: AdapterErrorType, words: string, isWrite: boolean): AdapterOutcome {
  if (type === 'adapter_timeout') return isWrite ? 'unknown' : 'not_sent';
  if (status < 500 || status === 501 || status === 595) return 'refused';
  if (status === 500 && refusals.test(words)) return 'refused';
  return isWrite ? 'unknown' : 'refused';
}

/** `message`, and of what was wrong with the parameters every one. */
function wordsOf(text: string): string {
  const body = objectIn(text);
  if (body === null) return '';
  const message = typeof body['message'] === 'string' ? body['message'].trim() : '';
  const errors = body['errors'];
  const told =
    typeof errors === 'object' && errors !== null
      ? Object.entries(errors).map(([name, words]) => `${name}: ${String(words).trim()}`)
      : [];
  return deviceWords([message, ...told].filter((each) => each !== '').join(' '));
}

export function objectIn(text: string): VendorValue | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as VendorValue)
      : null;
  } catch {
    return null;
  }
}

export const rowsOf = (data: unknown): readonly VendorValue[] =>
  Array.isArray(data)
    ? data.filter((row): row is VendorValue => typeof row === 'object' && row !== null)
    : [];

export const recordOf = (data: unknown): VendorValue =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as VendorValue) : {};

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

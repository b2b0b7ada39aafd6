import {
  AdapterError,
  type AdapterErrorType,
  type AdapterOutcome,
  DeviceError,
  retryAfter,
  type TransportAnswer,
} from '@patchbay/vendor-kit';
import { codeIn } from './error-codes.ts';

const unauthenticated = new Set([
  'api.err.LoginRequired',
  'api.err.NoPermission',
  'api.authentication.missing-credentials',
]);
const absent = new Set([
  'api.err.NotFound',
  'api.err.IdInvalid',
  'api.err.UnknownDevice',
  'api.err.NoSiteContext',
]);
const limited = new Set(['AUTHENTICATION_FAILED_LIMIT_REACHED']);
const LOGIN_LIMIT_SECONDS = 60;

/** An answer that is not a success, of either interface, or a classic `200` whose `meta.rc` is `error`. */
export function answerFailure(answer: TransportAnswer): DeviceError {
  const { status } = answer;
  const { code, words } = codeIn(answer.body);
  const type = typeOf(status, code);
  const said = [code, words].filter((each) => each !== undefined).join(': ');
  return new DeviceError({
    type,
    outcome: outcomeOf(status, type),
    status,
    message: said === '' ? `the console answered ${status}` : `the console refused: ${said}`,
    ...(code === undefined ? {} : { detail: code }),
    ...waitOf(code),
    ...retryAfter(answer.headers),
  });
}

/** Work that a write needs first: after a failure in it, the write has not been sent. */
export async function beforeWrite<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AdapterError) || error.outcome === 'not_sent') throw error;
    throw new AdapterError(error.type, 'not_sent', error.message, error, error.retry_after_seconds);
  }
}

const waitOf = (code: string | undefined): { readonly retry_after_seconds?: number } =>
  code !== undefined && limited.has(code) ? { retry_after_seconds: LOGIN_LIMIT_SECONDS } : {};

function typeOf(status: number, code = ''): AdapterErrorType {
  if (status === 429 || limited.has(code)) return 'adapter_rate_limit';
  if (unauthenticated.has(code)) return 'adapter_authentication_error';
  if (absent.has(code)) return 'adapter_not_found';
  if (status === 401 || status === 403) return 'adapter_authentication_error';
  if (status === 404) return 'adapter_not_found';
  if (status === 408 || status === 504) return 'adapter_timeout';
  return 'adapter_error';
}

function outcomeOf(status: number, type: AdapterErrorType): AdapterOutcome {
  if (type === 'adapter_timeout') return 'unknown';
  return status >= 500 ? 'unknown' : 'refused';
}

import type { TransportAnswer } from '@patchbay/module-gateway/contract';
import { AdapterError as GatewayAdapterError } from '@patchbay/module-gateway/contract';
import { AdapterError, type AdapterErrorType, type AdapterOutcome } from './adapter-error.ts';
import { codeIn } from './error-codes.ts';

const timeouts = new Set([
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);
/** Codes that mean no connection came to be, for carriers that do not say `sent`. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
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
const loginLimitSeconds = 60;

/** A failure of the carrier. Without a word from it, the request counts as sent; what it judged itself stands. */
export function transportFailure(error: unknown): GatewayAdapterError {
  if (error instanceof GatewayAdapterError) return error;
  const code = textOf(error, 'code');
  const said = typeof error === 'object' && error !== null && 'sent' in error ? error.sent : undefined;
  const sent = typeof said === 'boolean' ? said : !neverConnected.has(code);
  const outcome: AdapterOutcome = sent ? 'unknown' : 'not_sent';
  if (timeouts.has(code)) {
    return new AdapterError({
      type: 'adapter_timeout',
      outcome,
      message: 'the console did not answer in time',
      cause: error,
    });
  }
  const message = sent ? 'the connection to the console broke' : 'the console could not be reached';
  return new AdapterError({ type: 'adapter_connection_error', outcome, message, cause: error });
}

/** An answer that is not a success, of either interface, or a classic `200` whose `meta.rc` is `error`. */
export function answerFailure(answer: TransportAnswer): AdapterError {
  const { status } = answer;
  const { code, words } = codeIn(answer.body);
  const type = typeOf(status, code);
  const retryAfter = Number(answer.headers['retry-after'] ?? Number.NaN);
  const waits = Number.isFinite(retryAfter) && retryAfter >= 0 ? retryAfter : waitOf(code);
  const said = [code, words].filter((each) => each !== undefined).join(': ');
  return new AdapterError({
    type,
    outcome: outcomeOf(status, type),
    status,
    message: said === '' ? `the console answered ${status}` : `the console refused: ${said}`,
    ...(code === undefined ? {} : { detail: code }),
    ...(waits === undefined ? {} : { retry_after_seconds: waits }),
  });
}

/** A success whose body cannot be read: the console has acted, what it said is lost. */
export function unreadableAnswer(status: number): AdapterError {
  return new AdapterError({
    type: 'adapter_error',
    outcome: 'unknown',
    status,
    message: 'the answer of the console could not be read',
  });
}

/** What is found wrong before anything is sent. */
export const notSent = (message: string, type: AdapterErrorType = 'adapter_error'): AdapterError =>
  new AdapterError({ type, outcome: 'not_sent', message });

/** Work that a write needs first: whatever fails in it, the write has not been sent. */
export async function beforeWrite<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof GatewayAdapterError) || error.outcome === 'not_sent') throw error;
    throw new GatewayAdapterError(error.type, 'not_sent', error.message, error, error.retry_after_seconds);
  }
}

const waitOf = (code: string | undefined): number | undefined =>
  code !== undefined && limited.has(code) ? loginLimitSeconds : undefined;

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

function textOf(value: unknown, key: string): string {
  if (typeof value !== 'object' || value === null) return '';
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : '';
}

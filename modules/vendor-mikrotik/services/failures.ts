import type { TransportAnswer } from '@patchbay/module-gateway/contract';
import { AdapterError as GatewayAdapterError } from '@patchbay/module-gateway/contract';
import { AdapterError, type AdapterErrorType, type AdapterOutcome } from './adapter-error.ts';

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
const longestDetail = 300;

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
      message: 'the router did not answer in time',
      cause: error,
    });
  }
  const message = sent ? 'the connection to the router broke' : 'the router could not be reached';
  return new AdapterError({ type: 'adapter_connection_error', outcome, message, cause: error });
}

/** An answer that is not a success. Every refusal of RouterOS leaves the configuration as it was. */
export function answerFailure(answer: TransportAnswer): AdapterError {
  const { status } = answer;
  const detail = detailOf(answer.body);
  const type = typeOf(status, detail);
  const outcome = outcomeOf(status, type);
  const retryAfter = Number(answer.headers['retry-after']);
  return new AdapterError({
    type,
    outcome,
    status,
    message: detail === undefined ? `the router answered ${status}` : `the router refused: ${detail}`,
    ...(detail === undefined ? {} : { detail }),
    ...(Number.isFinite(retryAfter) && retryAfter >= 0 ? { retry_after_seconds: retryAfter } : {}),
  });
}

/** A success whose body cannot be read: the device has acted, what it said is lost. */
export function unreadableAnswer(status: number): AdapterError {
  return new AdapterError({
    type: 'adapter_error',
    outcome: 'unknown',
    status,
    message: 'the answer of the router could not be read',
  });
}

function typeOf(status: number, detail: string | undefined): AdapterErrorType {
  if (status === 401 || status === 403 || detail?.includes('not enough permissions'))
    return 'adapter_authentication_error';
  if (status === 404 || detail === 'no such item') return 'adapter_not_found';
  if (status === 429) return 'adapter_rate_limit';
  if (status === 408 || status === 504 || detail === 'Session closed') return 'adapter_timeout';
  return 'adapter_error';
}

function outcomeOf(status: number, type: AdapterErrorType): AdapterOutcome {
  if (type === 'adapter_timeout') return 'unknown';
  return status >= 500 && type !== 'adapter_authentication_error' ? 'unknown' : 'refused';
}

function detailOf(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const detail = textOf(parsed, 'detail');
    // Control characters would break the lines of whoever logs or shows this.
    return detail === '' ? undefined : detail.replace(/\p{Cc}/gu, ' ').slice(0, longestDetail);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown, key: string): string {
  if (typeof value !== 'object' || value === null) return '';
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : '';
}

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
const absent = new Set(['MODEL_OBJECT_NOT_FOUND', 'MODEL_PARENT_OBJECT_NOT_FOUND']);
const longestDetail = 300;

/** A failure of the carrier. Without a word from it a write counts as sent; reading never leaves anything behind. */
export function transportFailure(error: unknown, isWrite: boolean): GatewayAdapterError {
  if (error instanceof GatewayAdapterError) return error;
  const code = textOf(error, 'code');
  const said = typeof error === 'object' && error !== null && 'sent' in error ? error.sent : undefined;
  const sent = typeof said === 'boolean' ? said : !neverConnected.has(code);
  const outcome: AdapterOutcome = sent && isWrite ? 'unknown' : 'not_sent';
  if (timeouts.has(code)) {
    const message = 'the firewall did not answer in time';
    return new AdapterError({ type: 'adapter_timeout', outcome, message, cause: error });
  }
  const message = sent ? 'the connection to the firewall broke' : 'the firewall could not be reached';
  return new AdapterError({ type: 'adapter_connection_error', outcome, message, cause: error });
}

/** An answer that is not a success; `status` and the envelope's `response_id` say what it means. */
export function answerFailure({ status, headers, body }: TransportAnswer, isWrite: boolean): AdapterError {
  const envelope = parsed(body);
  const response_id = textOf(envelope, 'response_id');
  const said = textOf(envelope, 'message');
  const retryAfter = Number(headers['retry-after']);
  return new AdapterError({
    type: typeOf(status, response_id),
    outcome: isWrite && status >= 500 ? 'unknown' : 'refused',
    status,
    message: messageOf(status, response_id, said),
    ...(response_id === '' ? {} : { response_id }),
    ...(Number.isFinite(retryAfter) && retryAfter >= 0 ? { retry_after_seconds: retryAfter } : {}),
  });
}

/** A success whose body cannot be read: a write has acted, what it said is lost. */
export const unreadableAnswer = (status: number, isWrite: boolean): AdapterError =>
  new AdapterError({
    type: 'adapter_error',
    outcome: isWrite ? 'unknown' : 'not_sent',
    status,
    message: 'the answer of the firewall could not be read',
  });

/** The same failure, told after something was written: what it stopped at no longer tells what is in effect. */
export function afterWrite(error: unknown, what: string): GatewayAdapterError {
  const cause = error instanceof GatewayAdapterError ? error : transportFailure(error, true);
  return new AdapterError({
    type: cause.type === 'adapter_not_found' ? 'adapter_error' : cause.type,
    outcome: 'unknown',
    message: `${what}: ${cause.message}`,
    cause,
  });
}

/** A value that names nothing is a refusal of the payload, though its status is 404 too. */
function typeOf(status: number, response_id: string): AdapterErrorType {
  if (status === 401 || status === 403) return 'adapter_authentication_error';
  if (status === 429) return 'adapter_rate_limit';
  if (status === 408 || status === 504) return 'adapter_timeout';
  return absent.has(response_id) ? 'adapter_not_found' : 'adapter_error';
}

function messageOf(status: number, response_id: string, said: string): string {
  if (said !== '') {
    // What was sent may be a secret; control characters would break the lines of whoever logs or shows this.
    const unsaid = said.replace(/[,.]? ?received `[^`]*`/giu, '');
    const detail = unsaid.replace(/\p{Cc}/gu, ' ').slice(0, longestDetail);
    return `the firewall refused: ${detail} (${response_id || status})`;
  }
  return status === 404
    ? 'the firewall has no such call; the REST API package is missing or too old'
    : `the firewall answered ${status}`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown, key: string): string {
  if (typeof value !== 'object' || value === null) return '';
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : '';
}

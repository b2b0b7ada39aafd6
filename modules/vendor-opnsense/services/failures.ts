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
/** What the product titles an exception that nobody foresaw; foreseen ones, as "in use", come before any write. */
const unforeseen = 'An API exception occurred';

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
      message: 'the firewall did not answer in time',
      cause: error,
    });
  }
  const message = sent ? 'the connection to the firewall broke' : 'the firewall could not be reached';
  return new AdapterError({ type: 'adapter_connection_error', outcome, message, cause: error });
}

/** An answer that is not a success by its status. */
export function answerFailure(answer: TransportAnswer): AdapterError {
  const { status } = answer;
  const { message: said, title } = exceptionOf(answer.body);
  const type = typeOf(status);
  const retryAfter = Number(answer.headers['retry-after']);
  return new AdapterError({
    type,
    outcome: outcomeOf(status, type, said !== undefined && title !== '' && title !== unforeseen),
    status,
    message: messageOf(status, said),
    ...(said === undefined ? {} : { detail: said }),
    ...(Number.isFinite(retryAfter) && retryAfter >= 0 ? { retry_after_seconds: retryAfter } : {}),
  });
}

/** A success whose body cannot be read: the firewall has acted, what it said is lost. */
export const unreadableAnswer = (status: number): AdapterError =>
  new AdapterError({
    type: 'adapter_error',
    outcome: 'unknown',
    status,
    message: 'the answer of the firewall could not be read',
  });

/** A refusal with status 200, in the words of the firewall. */
export const refusal = (detail: string, type: AdapterErrorType = 'adapter_error'): AdapterError =>
  new AdapterError({
    type,
    outcome: 'refused',
    status: 200,
    message: `the firewall refused: ${bounded(detail)}`,
    detail: bounded(detail),
  });

/** Something that was not even tried. */
export const impossible = (message: string, type: AdapterErrorType = 'adapter_error'): AdapterError =>
  new AdapterError({ type, outcome: 'not_sent', message });

/** Control characters would break the lines of whoever logs or shows this. */
export const bounded = (text: string): string => text.replace(/\p{Cc}/gu, ' ').slice(0, longestDetail);

function messageOf(status: number, said: string | undefined): string {
  // Without a key in the request, and with a session that ended, the way leads to the sign-in page.
  if (status === 302) return 'the firewall asks for a sign-in';
  return said === undefined ? `the firewall answered ${status}` : `the firewall refused: ${said}`;
}

function typeOf(status: number): AdapterErrorType {
  if (status === 401 || status === 403 || status === 302) return 'adapter_authentication_error';
  if (status === 404) return 'adapter_not_found';
  if (status === 429) return 'adapter_rate_limit';
  if (status === 408 || status === 504) return 'adapter_timeout';
  return 'adapter_error';
}

function outcomeOf(status: number, type: AdapterErrorType, foreseen: boolean): AdapterOutcome {
  if (type === 'adapter_timeout') return 'unknown';
  return status >= 500 && !foreseen ? 'unknown' : 'refused';
}

function exceptionOf(body: string): { readonly message: string | undefined; readonly title: string } {
  try {
    const parsed: unknown = JSON.parse(body);
    const message = textOf(parsed, 'errorMessage') || textOf(parsed, 'message');
    return { message: message === '' ? undefined : bounded(message), title: textOf(parsed, 'errorTitle') };
  } catch {
    return { message: undefined, title: '' };
  }
}

function textOf(value: unknown, key: string): string {
  if (typeof value !== 'object' || value === null) return '';
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : '';
}

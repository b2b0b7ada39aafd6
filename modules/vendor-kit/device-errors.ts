import { AdapterError, type AdapterErrorType, type AdapterOutcome } from './adapter-errors.ts';

export interface DeviceFailure {
  readonly type: AdapterErrorType;
  readonly outcome: AdapterOutcome;
  readonly message: string;
  /** HTTP status the device answered with. */
  readonly status?: number;
  /** The device's own words or code for it, bounded. */
  readonly detail?: string;
  readonly retry_after_seconds?: number;
  readonly cause?: unknown;
}

/** A request to a device that failed, with what may have happened there. Carries no credentials and no request body. */
export class DeviceError extends AdapterError {
  readonly status: number | undefined;
  readonly detail: string | undefined;

  constructor(failure: DeviceFailure) {
    super(failure.type, failure.outcome, failure.message, failure.cause, failure.retry_after_seconds);
    this.status = failure.status;
    this.detail = failure.detail;
  }
}

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
const MAX_WORDS = 300;

/**
 * A failure of the transport at "the <noun>". Without an answer the request counts as sent; earlier judgements
 * stand. A request that only reads (`isWrite: false`) leaves nothing behind in any case.
 */
export function transportFailure(error: unknown, noun: string, { isWrite = true } = {}): AdapterError {
  if (error instanceof AdapterError) return error;
  const code = textAt(error, 'code');
  const said = typeof error === 'object' && error !== null && 'sent' in error ? error.sent : undefined;
  const sent = typeof said === 'boolean' ? said : !neverConnected.has(code);
  const outcome: AdapterOutcome = sent && isWrite ? 'unknown' : 'not_sent';
  if (timeouts.has(code)) {
    const message = `the ${noun} did not answer in time`;
    return new DeviceError({ type: 'adapter_timeout', outcome, message, cause: error });
  }
  const message = sent ? `the connection to the ${noun} broke` : `the ${noun} could not be reached`;
  return new DeviceError({ type: 'adapter_connection_error', outcome, message, cause: error });
}

/** A success whose body cannot be read: the device has acted on a write, what it said is lost. */
export const unreadableAnswer = (noun: string, status: number, { isWrite = true } = {}): DeviceError =>
  new DeviceError({
    type: 'adapter_error',
    outcome: isWrite ? 'unknown' : 'not_sent',
    status,
    message: `the answer of the ${noun} could not be read`,
  });

/** A fault found before any byte that could change the device is sent. */
export const notSent = (message: string, type: AdapterErrorType = 'adapter_error'): DeviceError =>
  new DeviceError({ type, outcome: 'not_sent', message });

/** `{retry_after_seconds}` as the header says it, in seconds; empty when it says nothing usable. */
export function retryAfter(
  headers: Readonly<Record<string, string>>,
): Pick<DeviceFailure, 'retry_after_seconds'> {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? { retry_after_seconds: seconds } : {};
}

/** Words of a device, bounded; control characters would break lines of logs and pages. */
export const deviceWords = (text: string): string => text.replace(/\p{Cc}/gu, ' ').slice(0, MAX_WORDS);

/** The text under a key of a value that came from outside; empty when there is none. */
export function textAt(value: unknown, key: string): string {
  if (typeof value !== 'object' || value === null) return '';
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : '';
}

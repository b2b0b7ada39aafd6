import {
  AdapterError,
  type AdapterErrorType,
  type AdapterOutcome,
  retryAfter,
  type TransportAnswer,
} from '@patchbay/vendor-kit';

/** A call the device answered with an error of its own: a status of ubus, or an error of the bridge. */
export class UbusFailure extends AdapterError {
  /** Status of ubus (1 to 13) or code of the bridge (below zero). */
  readonly code: number;

  constructor(type: AdapterErrorType, outcome: AdapterOutcome, call: string, code: number, words: string) {
    super(type, outcome, `The device refused ${call}: ${words} (${code}).`);
    this.code = code;
  }
}

export const statusCodes = { not_found: 4, no_data: 5, permission_denied: 6 } as const;
/** A session that is not known any more, and a call the login may not make. */
export const ACCESS_DENIED = -32_002;

interface Meaning {
  readonly words: string;
  readonly type?: AdapterErrorType;
  readonly outcome?: AdapterOutcome;
}

const meanings: Readonly<Record<number, Meaning>> = {
  1: { words: 'invalid command' },
  2: { words: 'invalid argument' },
  3: { words: 'it has no such method' },
  4: { words: 'not found', type: 'adapter_not_found' },
  5: { words: 'no data' },
  6: { words: 'permission denied' },
  7: { words: 'it timed out', type: 'adapter_timeout', outcome: 'unknown' },
  8: { words: 'not supported' },
  9: { words: 'unknown error', outcome: 'unknown' },
  10: { words: 'connection failed', outcome: 'unknown' },
  11: { words: 'out of memory', outcome: 'unknown' },
  12: { words: 'parse error' },
  13: { words: 'system error', outcome: 'unknown' },
  [-32_700]: { words: 'parse error' },
  [-32_600]: { words: 'invalid request' },
  [-32_601]: { words: 'unknown method' },
  [-32_602]: { words: 'invalid parameters' },
  [-32_603]: { words: 'internal error', outcome: 'unknown' },
  [-32_000]: { words: 'no such object', type: 'adapter_not_found' },
  [-32_001]: { words: 'no such session', type: 'adapter_authentication_error' },
  [ACCESS_DENIED]: { words: 'access denied', type: 'adapter_authentication_error' },
  [-32_003]: { words: 'it timed out', type: 'adapter_timeout', outcome: 'unknown' },
};

/** A sign-in that was refused: the user name or the password is wrong. */
export const loginRefused = (cause: UbusFailure): AdapterError =>
  new AdapterError('adapter_authentication_error', 'refused', 'The device refused the sign-in.', cause);

/** Failure of a status or an error code; an unknown one leaves the effect open. */
export function callFailure(call: string, code: number): UbusFailure {
  const {
    words,
    type = 'adapter_error',
    outcome = 'refused',
  } = meanings[code] ?? {
    words: 'unknown status',
    outcome: 'unknown',
  };
  return new UbusFailure(type, outcome, call, code, words);
}

/** An HTTP status that the bridge itself never gives: the web server's or a proxy's. */
export function statusFailure({ status, headers }: TransportAnswer): AdapterError {
  const said = `The device answered with HTTP status ${status}.`;
  if (status === 401 || status === 403)
    return new AdapterError('adapter_authentication_error', 'refused', said);
  if (status === 429) {
    const { retry_after_seconds } = retryAfter(headers);
    return new AdapterError('adapter_rate_limit', 'refused', said, undefined, retry_after_seconds);
  }
  if (status === 408 || status === 504) return new AdapterError('adapter_timeout', 'unknown', said);
  return new AdapterError('adapter_error', status >= 500 ? 'unknown' : 'refused', said);
}

/** The same failure of a call that can have changed nothing, whatever became of it. */
export function harmless(error: unknown): unknown {
  if (!(error instanceof AdapterError) || error.outcome !== 'unknown') return error;
  const { type, message, retry_after_seconds } = error;
  return new AdapterError(type, 'not_sent', message, error, retry_after_seconds);
}

/** The same failure of a later step: earlier steps have been done. */
export function begun(error: unknown): unknown {
  if (!(error instanceof AdapterError)) return error;
  const { type, message, retry_after_seconds } = error;
  return new AdapterError(type, 'unknown', message, error, retry_after_seconds);
}

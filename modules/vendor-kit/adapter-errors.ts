import { defineError, type ErrorDefinition } from '@patchbay/kernel/errors';

/** State of a device after a failed call: nothing sent, refused, or perhaps done. */
export type AdapterOutcome = 'not_sent' | 'refused' | 'unknown';

export type AdapterErrorType =
  | 'adapter_connection_error'
  | 'adapter_authentication_error'
  | 'adapter_timeout'
  | 'adapter_error'
  | 'adapter_not_found'
  | 'adapter_rate_limit';

/** Thrown by vendor sessions and staged features; turned into the errors of SPEC 7 by their callers. */
export class AdapterError extends Error {
  readonly type: AdapterErrorType;
  readonly outcome: AdapterOutcome;
  /** Wait that the controller asked for. */
  readonly retry_after_seconds: number | undefined;

  constructor(
    type: AdapterErrorType,
    outcome: AdapterOutcome,
    message: string,
    cause?: unknown,
    retry_after_seconds?: number,
  ) {
    super(message, { cause });
    this.name = 'AdapterError';
    this.type = type;
    this.outcome = outcome;
    this.retry_after_seconds = retry_after_seconds;
  }
}

const adapter = (
  type: AdapterErrorType,
  kind: 'bad_gateway' | 'timeout' | 'not_found' | 'rate_limited',
  message: string,
): ErrorDefinition => defineError({ id: `gateway.${type}`, kind, type, message });

/** The declared errors of SPEC 7, by adapter type. */
export const adapterErrors: Readonly<Record<AdapterErrorType, ErrorDefinition>> = Object.freeze({
  adapter_connection_error: adapter(
    'adapter_connection_error',
    'bad_gateway',
    'The controller cannot be reached.',
  ),
  adapter_authentication_error: adapter(
    'adapter_authentication_error',
    'bad_gateway',
    'The controller refused the credential.',
  ),
  adapter_timeout: adapter('adapter_timeout', 'timeout', 'The controller did not answer in time.'),
  adapter_error: adapter('adapter_error', 'bad_gateway', 'The controller answered with an error.'),
  adapter_not_found: adapter('adapter_not_found', 'not_found', 'The controller does not know this object.'),
  adapter_rate_limit: adapter('adapter_rate_limit', 'rate_limited', 'The controller asks to slow down.'),
});

/** The error to answer for a failed adapter call; anything else is passed through. */
export function adapterFailure(error: unknown): unknown {
  if (!(error instanceof AdapterError)) return error;
  const { message, retry_after_seconds, type } = error;
  const seconds = retry_after_seconds ?? (type === 'adapter_rate_limit' ? 5 : undefined);
  return adapterErrors[type]({
    message,
    cause: error,
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  });
}

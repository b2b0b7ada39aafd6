import {
  type AdapterError,
  type AdapterErrorType,
  DeviceError,
  deviceWords,
  retryAfter,
  type TransportAnswer,
  textAt,
  transportFailure,
} from '@patchbay/vendor-kit';

const absent = new Set(['MODEL_OBJECT_NOT_FOUND', 'MODEL_PARENT_OBJECT_NOT_FOUND']);

/** An answer that is not a success; `status` and the envelope's `response_id` say what it means. */
export function answerFailure({ status, headers, body }: TransportAnswer, isWrite: boolean): DeviceError {
  const envelope = parsed(body);
  const response_id = textAt(envelope, 'response_id');
  const said = textAt(envelope, 'message');
  return new DeviceError({
    type: typeOf(status, response_id),
    outcome: isWrite && status >= 500 ? 'unknown' : 'refused',
    status,
    message: messageOf(status, response_id, said),
    ...(response_id === '' ? {} : { detail: response_id }),
    ...retryAfter(headers),
  });
}

/** The same failure after an earlier write: its kind no longer shows which part is in effect. */
export function afterWrite(error: unknown, what: string): AdapterError {
  const cause = transportFailure(error, 'firewall');
  return new DeviceError({
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
    // The sent value may be a secret.
    const unsaid = said.replace(/[,.]? ?received `[^`]*`/giu, '');
    return `the firewall refused: ${deviceWords(unsaid)} (${response_id || status})`;
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

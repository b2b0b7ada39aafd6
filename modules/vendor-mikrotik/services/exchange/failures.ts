import {
  type AdapterErrorType,
  type AdapterOutcome,
  DeviceError,
  deviceWords,
  retryAfter,
  type TransportAnswer,
  textAt,
} from '@patchbay/vendor-kit';

/** An answer that is not a success. Every refusal of RouterOS leaves the configuration as it was. */
export function answerFailure(answer: TransportAnswer): DeviceError {
  const { status } = answer;
  const detail = detailOf(answer.body);
  const type = typeOf(status, detail);
  const outcome = outcomeOf(status, type);
  return new DeviceError({
    type,
    outcome,
    status,
    message: detail === undefined ? `the router answered ${status}` : `the router refused: ${detail}`,
    ...(detail === undefined ? {} : { detail }),
    ...retryAfter(answer.headers),
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
    const detail = textAt(parsed, 'detail');
    return detail === '' ? undefined : deviceWords(detail);
  } catch {
    return undefined;
  }
}

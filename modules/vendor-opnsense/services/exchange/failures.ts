import {
  type AdapterErrorType,
  type AdapterOutcome,
  DeviceError,
  deviceWords,
  retryAfter,
  type TransportAnswer,
  textAt,
} from '@patchbay/vendor-kit';

/** The product's title of an unforeseen exception; foreseen ones, as "in use", come before any write. */
const UNFORESEEN = 'An API exception occurred';

/** An answer that is not a success by its status. */
export function answerFailure(answer: TransportAnswer): DeviceError {
  const { status } = answer;
  const { message: said, title } = exceptionOf(answer.body);
  const type = typeOf(status);
  return new DeviceError({
    type,
    outcome: outcomeOf(status, type, said !== undefined && title !== '' && title !== UNFORESEEN),
    status,
    message: messageOf(status, said),
    ...(said === undefined ? {} : { detail: said }),
    ...retryAfter(answer.headers),
  });
}

/** A refusal with status 200, in the words of the firewall. */
export const refusal = (detail: string, type: AdapterErrorType = 'adapter_error'): DeviceError =>
  new DeviceError({
    type,
    outcome: 'refused',
    status: 200,
    message: `the firewall refused: ${deviceWords(detail)}`,
    detail: deviceWords(detail),
  });

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
    const message = textAt(parsed, 'errorMessage') || textAt(parsed, 'message');
    return {
      message: message === '' ? undefined : deviceWords(message),
      title: textAt(parsed, 'errorTitle'),
    };
  } catch {
    return { message: undefined, title: '' };
  }
}

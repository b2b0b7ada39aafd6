import type { PatchbayError } from '../../../errors/index.ts';
import { STATUS_OF } from '../status.ts';

/** Body of an error answer: the envelope of SPEC 7, or `{detail}` where the error says so. */
export function errorBody(error: PatchbayError, requestId: string): string {
  const { shape, kind, type } = error.declaration;
  if (shape === 'detail')
    return JSON.stringify({ detail: error.message, retry_after: error.retryAfterSeconds });
  return JSON.stringify({
    error: {
      code: STATUS_OF[kind],
      message: error.message,
      request_id: requestId,
      type,
      // A 422 names the fields it is about, even when there are none (SPEC 7).
      details: error.details ?? (kind === 'unprocessable' ? [] : undefined),
    },
  });
}

/** Headers an error brings: its own, `Retry-After`, and the challenge of a 401. */
export function errorHeaders(error: PatchbayError): string[] {
  const headers = Object.entries(error.headers).flat();
  if (error.retryAfterSeconds !== undefined) headers.push('Retry-After', String(error.retryAfterSeconds));
  if (error.kind === 'unauthenticated' && error.headers['WWW-Authenticate'] === undefined)
    headers.push('WWW-Authenticate', 'Bearer');
  return headers;
}

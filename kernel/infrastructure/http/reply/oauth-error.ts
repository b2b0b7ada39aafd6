import type { ErrorKind, PatchbayError } from '../../../errors/index.ts';
import { STATUS_OF } from '../status.ts';

/** Words of RFC 6749 5.2 for errors that bring none of their own, by status. */
const WORDS: Readonly<Record<number, string>> = {
  401: 'invalid_client',
  403: 'access_denied',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
  504: 'temporarily_unavailable',
};

/** The RFCs know no 422: a parameter that is missing, repeated or odd is an `invalid_request` of 400. */
export const oauthStatusOf = (kind: ErrorKind): number => (kind === 'unprocessable' ? 400 : STATUS_OF[kind]);

/** Body of an error answer of an OAuth 2.0 endpoint: RFC 6749 5.2; 413 and 429 keep their `detail` (SPEC 7). */
export function oauthErrorBody(error: PatchbayError): string {
  const { shape, type } = error.declaration;
  const status = oauthStatusOf(error.kind);
  return JSON.stringify({
    error: type ?? WORDS[status] ?? (status >= 500 ? 'server_error' : 'invalid_request'),
    error_description: describable(descriptionOf(error)),
    ...(shape === 'detail' ? { detail: error.message, retry_after: error.retryAfterSeconds } : {}),
  });
}

function descriptionOf({ message, details }: PatchbayError): string {
  const [first] = details ?? [];
  return first === undefined ? message : `${first.field} ${first.message}`.trim();
}

/** RFC 6749 5.2 lets a description hold printable ASCII without `"` and `\` only. */
const describable = (text: string): string =>
  text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'").slice(0, 300);

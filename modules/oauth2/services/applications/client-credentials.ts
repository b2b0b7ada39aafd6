import type { PatchbayError } from '@patchbay/kernel/errors';
import { invalidClient, invalidRequest } from '../../errors.ts';

/** Credentials of a client; `client_secret` null: it does not prove its id (RFC 6749 2.3.1, 3.2.1). */
export interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string | null;
}

interface ClientParameters {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/** `oauth2.invalid_client` with the challenge that RFC 6749 5.2 asks for. */
export const clientRefused = (): PatchbayError =>
  invalidClient({ headers: { 'WWW-Authenticate': 'Basic realm="oauth2"' } });

/**
 * The credentials of a request, in the header or in the form but not in both; null when there are none. Throws
 * `oauth2.invalid_client` for a header that cannot be read.
 */
export function clientCredentials(
  authorization: string | undefined,
  { client_id, client_secret }: ClientParameters,
): ClientCredentials | null {
  if (authorization === undefined || !/^basic(?: |$)/i.test(authorization))
    return client_id === undefined ? null : { client_id, client_secret: client_secret ?? null };
  if (client_secret !== undefined)
    throw invalidRequest({ message: 'Authenticate in the header or in the form, not in both.' });
  const sent = fromBasic(authorization);
  if (client_id !== undefined && client_id !== sent.client_id)
    throw invalidRequest({ message: 'The client_id is not that of the header.' });
  return sent;
}

function fromBasic(authorization: string): ClientCredentials {
  const encoded = /^basic +([a-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) throw clientRefused();
  return { client_id: formDecoded(text.slice(0, colon)), client_secret: formDecoded(text.slice(colon + 1)) };
}

/** Both parts are encoded as in a form before they are joined (RFC 6749 2.3.1). */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw clientRefused();
  }
}

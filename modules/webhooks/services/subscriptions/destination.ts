import { isIP } from 'node:net';
import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import { classifyAddress } from '@patchbay/kernel/outbound';

/**
 * Refuses at save what could never be sent. Names are resolved, and judged, with every delivery; so this is an
 * early word to the author, not the lock (RULES R6).
 */
export function assertDestination(text: string, allowedHosts: readonly string[]): void {
  const problem = problemOf(text, allowedHosts);
  if (problem !== null)
    throw validationFailed({ details: [{ field: 'url', ...problem }] satisfies ErrorDetail[] });
}

function problemOf(
  text: string,
  allowedHosts: readonly string[],
): { readonly message: string; readonly type: string } | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '')
    return { message: 'must be an http or https address', type: 'format' };
  if (url.username !== '' || url.password !== '')
    return { message: 'must not hold credentials', type: 'credentials' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isListed = allowedHosts.some(
    (listed) => listed === url.hostname || listed === host || listed === url.host,
  );
  if (isIP(host) !== 0 && !isListed && classifyAddress(host) !== 'public')
    return { message: 'must be a public destination', type: 'address' };
  return null;
}

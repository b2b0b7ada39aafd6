/** Printable ASCII without what parsers take differently. */
const CHARACTERS = /^[a-z][a-z0-9+.-]*:[!$-;=?-[\]_a-z~]+$/i;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * The fault of a redirect URI, or null: https, http on loopback only, or a private-use scheme in reversed domain
 * form (RFC 8252 7, RFC 6749 3.1.2); absolute, without fragment and without user.
 */
export function faultOfRedirectUri(text: string): string | null {
  if (text.includes('#')) return 'must not have a fragment';
  const url = CHARACTERS.test(text) ? URL.parse(text) : null;
  if (url === null || /^https?:(?!\/\/[^/])/i.test(text)) return 'is no absolute URI';
  if (url.username !== '' || url.password !== '') return 'must not name a user';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:')
    return LOOPBACK.has(url.hostname) ? null : 'may use http on a loopback address only';
  return url.protocol.includes('.')
    ? null
    : 'must use https, or a private-use scheme such as com.example.app';
}

/** The redirect URI with parameters added to its query, the rest as it was (RFC 6749 4.1.2). */
export function redirectTo(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const sent = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const joint = uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?';
  return `${uri}${joint}${new URLSearchParams(sent)}`;
}

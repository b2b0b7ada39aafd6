/**
 * Whether a browser may be sent to an address that an application registered: the web, or a private-use scheme in
 * reversed domain form (RFC 8252 7.1). Schemes that run or show something in this page have no dot.
 */
export function isOpened(address: string): boolean {
  const { protocol } = URL.parse(address) ?? {};
  if (protocol === undefined) return false;
  return protocol === 'https:' || protocol === 'http:' || protocol.includes('.');
}

/** The place of an address, as people recognise it. */
export function placeOf(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  return url.host === '' ? url.protocol : `${url.protocol}//${url.host}`;
}

const NAMES = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

/** The request of an application (RFC 6749 4.1.1), other words of the address left out; null where it is none. */
export function requestIn(texts: Readonly<Record<string, string>>) {
  const sent = Object.fromEntries(
    NAMES.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])),
  );
  const { client_id, redirect_uri } = texts;
  if (!client_id || !redirect_uri) return null;
  return { ...sent, client_id, redirect_uri };
}

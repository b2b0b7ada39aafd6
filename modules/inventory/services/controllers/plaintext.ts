import { isIP } from 'node:net';
import { validationFailed } from '@patchbay/kernel/errors';

interface Reached {
  readonly url: string;
  readonly allow_plaintext: boolean;
  /** Null: there is nothing to be seen on the way. */
  readonly credential_id: string | null;
}

/** Whether what is said to this address can be read on the way: plain HTTP that leaves this machine. */
export function isReadable(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** A name may lead anywhere, `localhost` alone may not. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));

/** Throws a 422 that names the address for a sign-in over plain HTTP to another machine, unless the controller allows it. */
export function assertNotReadable({ url, allow_plaintext, credential_id }: Reached): void {
  if (allow_plaintext || credential_id === null || !isReadable(url)) return;
  const message =
    'plain HTTP shows the sign-in to everything on the way: use https, or say "allow_plaintext": true';
  throw validationFailed({ details: [{ field: 'url', message, type: 'plaintext' }] });
}

import { readFileSync } from 'node:fs';
import { smtpPeer as peer, refusing } from '@patchbay/test/kit';
import type { SMTPServerOptions } from 'smtp-server';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../outbound/test/fixtures/${name}`, import.meta.url), 'utf8');
export const certificate = fixture('device.cert.pem');

/** A server with STARTTLS and the login `patchbay` / `p@ss:word`. */
export const smtpPeer = (t: Parameters<typeof peer>[0], options: SMTPServerOptions = {}) =>
  peer(t, {
    key: fixture('device.key.pem'),
    cert: certificate,
    onAuth: ({ username, password }, _session, done) =>
      username === 'patchbay' && password === 'p@ss:word'
        ? done(null, { user: username })
        : done(new Error('Invalid login')),
    onRcptTo: refusing((address) =>
      address.startsWith('nobody') ? 550 : address.startsWith('later') ? 451 : null,
    ),
    ...options,
  });

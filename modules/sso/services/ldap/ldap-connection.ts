import type { Socket } from 'node:net';
import { type Outbound, OutboundFailure, type OutboundTls, startTls } from '@patchbay/kernel/outbound';
import { Client } from 'ldapts';
import type { ProviderConfig } from '../../schemas/providers.ts';
import { LdapFault, LdapFrames } from './ldap-frames.ts';

const START_TLS = '1.3.6.1.4.1.1466.20037';
const PORTS: Readonly<Record<string, number>> = { 'ldap:': 389, 'ldaps:': 636 };

/** A directory at the other end of a connection that was opened under our rules. */
export interface LdapConnection {
  readonly client: Client;
  readonly socket: Socket;
}

/**
 * Connects to the directory's address, over TLS where that is configured; nothing is said before the certificate
 * is judged. The caller destroys the socket, which ends whatever waits on it.
 */
export async function connectLdap(
  outbound: Pick<Outbound, 'openSocket'>,
  { url = '', start_tls = false, ca_certificate }: ProviderConfig,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<LdapConnection> {
  const { protocol, hostname, port: wanted } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const port = Number(wanted) || (PORTS[protocol] ?? 0);
  const tls: OutboundTls = ca_certificate === undefined ? {} : { ca: ca_certificate };
  const secure = protocol === 'ldaps:';
  const open = { policy: 'equipment', host, port, timeoutMs, signal } as const;
  const socket = await outbound.openSocket(secure ? { ...open, tls } : open);
  if (!start_tls) return { client: clientOver(socket), socket };
  try {
    await clientOver(socket).exop(START_TLS);
    socket.removeAllListeners('data');
    // A client of its own: bytes sent in the clear must not stand before those that come over TLS.
    const over = await startTls(socket, { host, tls, timeoutMs, signal });
    return { client: clientOver(over), socket: over };
  } catch (error) {
    socket.destroy();
    throw error instanceof OutboundFailure ? error : new LdapFault('start_tls', error);
  }
}

/** A client on this very connection; it cannot make another. */
function clientOver(socket: Socket): Client {
  let taken = false;
  const take = (): Socket => {
    if (taken || socket.destroyed) throw new LdapFault('connection_closed');
    taken = true;
    return socket;
  };
  const client = new Client({ url: 'ldap://directory', createConnection: take });
  guard(client, socket);
  return client;
}

/** The library's own reader gets nothing that has not been checked. */
function guard(client: Client, socket: Socket): void {
  const name = 'socketDataHandler';
  const read: unknown = Reflect.get(client, name);
  if (typeof read !== 'function') throw new Error('ldapts reads its connection in another way than before');
  const frames = new LdapFrames((message) => read(message));
  Reflect.set(client, name, (data: Buffer) => {
    try {
      if (!socket.destroyed) frames.push(data);
    } catch {
      socket.destroy();
    }
  });
}

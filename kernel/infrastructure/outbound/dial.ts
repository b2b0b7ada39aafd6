import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import {
  type ConnectionOptions,
  createSecureContext,
  type SecureContext,
  type TLSSocket,
  connect as tlsConnect,
} from 'node:tls';
import { asFailure, failureCode, OutboundFailure } from './errors.ts';
import { checkTls, type OutboundTls } from './request.ts';

/** One connection to one address that the guard has let through. */
export interface DialTarget {
  readonly address: string;
  readonly port: number;
  /** The name the certificate must bear, and SNI; an address is sent as no name. */
  readonly host: string;
  /** Absent for plain TCP. */
  readonly tls: OutboundTls | undefined;
  /** Protocols offered by ALPN; none without it. */
  readonly protocols?: readonly string[];
}

/** Options of the change to TLS on an open connection (STARTTLS). */
export interface StartTlsRequest {
  /** The name the certificate must bear, as the connection was asked for. */
  readonly host: string;
  readonly tls?: OutboundTls;
  /** For the handshake. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

const fingerprints = new WeakMap<Socket, string>();

/** SHA-256 of the certificate the peer showed on this connection. */
export const fingerprintOf = (socket: Socket): string | undefined => fingerprints.get(socket);

/**
 * Connects, and for TLS judges the certificate, before anybody can write a byte. Failures are `OutboundFailure`
 * with `sent` false; `connectMs` ends the attempt with ETIMEDOUT.
 */
export function dial(target: DialTarget, connectMs: number, signal?: AbortSignal): Promise<Socket> {
  return usable(open(target), target, connectMs, signal);
}

/**
 * Goes over to TLS on a connection of `Outbound.openSocket`, and judges the certificate as that does. The given
 * socket belongs to the answered one from then on; after a failure, an `OutboundFailure`, it is closed. Throws
 * `outbound.request_refused` for a fingerprint that is none.
 */
export async function startTls(
  plain: Socket,
  { host, tls: wanted = {}, timeoutMs, signal }: StartTlsRequest,
): Promise<Socket> {
  const tls = checkTls(wanted);
  try {
    const secure = tlsConnect({ ...secureOptions(host, tls), host, socket: plain });
    return await usable(secure, { host, tls }, timeoutMs, signal);
  } catch (error) {
    plain.destroy();
    throw error;
  }
}

/** The socket once it is connected and judged. */
function usable(
  socket: Socket,
  target: Pick<DialTarget, 'host' | 'tls'>,
  connectMs: number,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const finish = (error?: unknown): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      socket.off('error', finish);
      socket.off('close', closed);
      // Keeps an early error from ending the process; the socket's user adds a listener of its own.
      socket.on('error', () => {});
      if (error === undefined) resolve(socket);
      else {
        socket.destroy();
        reject(asFailure(error, false));
      }
    };
    const timer = setTimeout(() => finish(new OutboundFailure('ETIMEDOUT', { sent: false })), connectMs);
    const aborted = (): void => finish(new OutboundFailure('ABORT_ERR', { sent: false }));
    const closed = (): void => finish(new OutboundFailure('ECONNRESET', { sent: false }));
    socket.on('error', finish);
    socket.on('close', closed);
    socket.once(target.tls ? 'secureConnect' : 'connect', () => finish(judge(socket, target)));
    if (signal?.aborted) aborted();
    else signal?.addEventListener('abort', aborted, { once: true });
  });
}

function open({ address, port, host, tls, protocols = [] }: DialTarget): Socket {
  if (tls === undefined) return tcpConnect({ host: address, port, noDelay: true });
  const ALPNProtocols = protocols.length === 0 ? {} : { ALPNProtocols: [...protocols] };
  return tlsConnect({ ...secureOptions(host, tls), ...ALPNProtocols, host: address, port });
}

let usual: SecureContext | undefined;

/** Made once: it takes longer than the rest of a connection's preparation. */
function usualContext(): SecureContext {
  usual ??= createSecureContext();
  return usual;
}

const secureOptions = (host: string, tls: OutboundTls): ConnectionOptions => ({
  ...(isIP(host) === 0 ? { servername: host } : {}),
  ...(tls.ca === undefined ? { secureContext: usualContext() } : { ca: tls.ca }),
  // The verdict is read in `judge`, before anything is sent, so that a refused certificate can be shown.
  rejectUnauthorized: false,
});

function judge(socket: Socket, { tls }: Pick<DialTarget, 'tls'>): OutboundFailure | undefined {
  if (tls === undefined) return undefined;
  const secure = socket as TLSSocket;
  const peerFingerprint = (secure.getPeerCertificate().fingerprint256 ?? '')
    .replaceAll(':', '')
    .toLowerCase();
  fingerprints.set(socket, peerFingerprint);
  const refuse = (code: string, cause?: unknown): OutboundFailure =>
    new OutboundFailure(code, { sent: false, peerFingerprint, cause });
  if (tls.fingerprint !== undefined)
    return tls.fingerprint === peerFingerprint ? undefined : refuse('CERT_FINGERPRINT_MISMATCH');
  if (tls.verify === false || secure.authorized) return undefined;
  const cause = secure.authorizationError;
  return refuse(
    failureCode(typeof cause === 'string' ? Object.assign(new Error(cause), { code: cause }) : cause),
    cause,
  );
}

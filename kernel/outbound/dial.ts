import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { asFailure, failureCode, OutboundFailure } from './errors.ts';
import type { OutboundTls } from './request.ts';

/** One connection to one address that the guard has let through. */
export interface DialTarget {
  readonly address: string;
  readonly port: number;
  /** The name the certificate must bear, and SNI; an address is sent as no name. */
  readonly host: string;
  /** Absent for plain TCP. */
  readonly tls: OutboundTls | undefined;
}

const fingerprints = new WeakMap<Socket, string>();

/** SHA-256 of the certificate the peer showed on this connection. */
export const fingerprintOf = (socket: Socket): string | undefined => fingerprints.get(socket);

/**
 * Connects, and for TLS judges the certificate, before anybody can write a byte. Failures are `OutboundFailure`
 * with `sent` false; `connectMs` ends the attempt with ETIMEDOUT.
 */
export function dial(target: DialTarget, connectMs: number, signal?: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = open(target);
    const finish = (error?: unknown): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      socket.off('error', finish);
      socket.off('close', closed);
      // Whoever takes the socket listens to errors as well; one that nobody heard would end the process.
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

function open({ address, port, host, tls }: DialTarget): Socket {
  if (tls === undefined) return tcpConnect({ host: address, port, noDelay: true });
  return tlsConnect({
    host: address,
    port,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    ALPNProtocols: ['http/1.1'],
    // The verdict is read in `judge`, before anything is sent, so that a refused certificate can be shown.
    rejectUnauthorized: false,
  });
}

function judge(socket: Socket, { tls }: DialTarget): OutboundFailure | undefined {
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

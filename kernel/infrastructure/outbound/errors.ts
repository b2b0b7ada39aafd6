import { defineError } from '../../errors/index.ts';

/** The destination may not be reached under the caller's policy; nothing was sent. */
export const addressRefused = defineError({
  id: 'outbound.address_refused',
  kind: 'invalid',
  message: 'This destination is not allowed.',
});

/** The request itself cannot be sent: URL, method, header or limit. */
export const requestRefused = defineError({
  id: 'outbound.request_refused',
  kind: 'invalid',
  message: 'This request cannot be sent.',
});

/** More requests are under way than the platform, or this one destination, can take. */
export const outboundBusy = defineError({
  id: 'outbound.busy',
  kind: 'unavailable',
  message: 'Too many requests to other systems are under way; try again shortly.',
});

interface FailureOptions {
  readonly sent: boolean;
  readonly cause?: unknown;
  readonly peerFingerprint?: string;
}

/**
 * The peer could not be asked, or did not answer properly. `code` is ENOTFOUND, ECONNREFUSED, ECONNRESET,
 * ETIMEDOUT, ABORT_ERR, ECANCELED (the caller's `mayBegin` said no), EENCODING, EPROTO, CERT_UNTRUSTED, CERT_EXPIRED, CERT_NAME_MISMATCH,
 * CERT_FINGERPRINT_MISMATCH or another code of the system. `sent` says that bytes of the request may have
 * reached the peer, so its effect is unknown.
 */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure';
  readonly code: string;
  readonly sent: boolean;
  /** SHA-256 of the certificate that was refused, for offering to pin it. */
  readonly peerFingerprint: string | undefined;

  constructor(code: string, options: FailureOptions) {
    super(`outbound request failed: ${code}`, { cause: options.cause });
    this.code = code;
    this.sent = options.sent;
    this.peerFingerprint = options.peerFingerprint;
  }
}

const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|INVALID_CA|HOSTNAME)/;

/** One word per cause, whatever layer noticed it. */
export function failureCode(error: unknown): string {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EPROTO';
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return 'CERT_EXPIRED';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'CERT_NAME_MISMATCH';
  if (code === 'CERT_FINGERPRINT_MISMATCH') return code;
  if (UNTRUSTED.test(code)) return 'CERT_UNTRUSTED';
  if (code === 'UND_ERR_SOCKET') return 'ECONNRESET';
  if (code.startsWith('HPE_') || code.startsWith('ERR_SSL_') || code.startsWith('UND_ERR_')) return 'EPROTO';
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT') || code.startsWith('ERR_BROTLI'))
    return 'EENCODING';
  return code === 'ENODATA' ? 'ENOTFOUND' : code;
}

export const asFailure = (error: unknown, sent: boolean): OutboundFailure =>
  error instanceof OutboundFailure ? error : new OutboundFailure(failureCode(error), { sent, cause: error });

import type { OutboundPolicy, OutboundTls } from './request.ts';

/** A connection for a protocol of one's own (LDAP, SMTP, SSH, a vendor's API). */
export interface SocketRequest {
  readonly policy: OutboundPolicy;
  /** Name or address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; absent for plain TCP. */
  readonly tls?: OutboundTls;
  /** For name and connection together. */
  readonly timeoutMs: number;
  readonly allowedHosts?: readonly string[];
  readonly signal?: AbortSignal;
}

/** One request as a vendor's client hands it to whatever carries it. */
export interface TransportRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Deadline for the whole exchange. */
  readonly timeoutMs: number;
  readonly tls?: { readonly verify: boolean; readonly fingerprint?: string };
  /** Longest answer that is read. */
  readonly maxBytes?: number;
}

export interface TransportAnswer {
  readonly status: number;
  /** Lower case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** One entry per `Set-Cookie`. */
  readonly cookies?: readonly string[];
  readonly body: string;
  /** The body as it came, where the carrier keeps it. */
  readonly bytes?: Buffer;
}

/**
 * Carries one request. Throws errors with `code` (`ECONNREFUSED`, `ETIMEDOUT` …) and `sent`, which is false only when
 * no byte of the request can have reached the peer.
 */
export type Send = (request: TransportRequest) => Promise<TransportAnswer>;

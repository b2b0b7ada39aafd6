import type { IncomingHttpHeaders } from 'node:http';

export interface LabRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as it came, for products that take files; absent where a test made the request up. */
  readonly bytes?: Buffer;
}

export interface LabAnswer {
  readonly status: number;
  /** A list where a name stands more than once (`set-cookie`). */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** null for an answer without a body. */
  readonly body: string | null;
  /** What is sent in the place of `body`, for answers that are no text. */
  readonly bytes?: Buffer;
  /** Why it was refused, for the ledger. */
  readonly detail?: string;
  /** A refusal that its status does not show. */
  readonly refused?: boolean;
  /** Time on the lab clock before the answer leaves. */
  readonly after_ms?: number;
  /** What happens once the answer has left: a reboot, a service that switched itself off. */
  readonly afterwards?: () => void;
}

export type StandardRefusal = 'unauthorized' | 'rate_limited' | 'session_closed' | 'too_large';

/** The part of a simulated controller that knows the product; it knows nothing of sockets, faults or the ledger. */
export interface LabProduct {
  /** Longest a request may last on this product. */
  readonly sessionLimitMs: number;
  /** A refusal, or null when the login is good. */
  authenticate(request: LabRequest): LabAnswer | null;
  isWrite(request: LabRequest): boolean;
  execute(request: LabRequest): LabAnswer;
  refusal(kind: StandardRefusal): LabAnswer;
  stateHash(): string;
}

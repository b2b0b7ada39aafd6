import type { IncomingHttpHeaders } from 'node:http';

export interface LabRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface LabAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** null for an answer without a body. */
  readonly body: string | null;
  /** Why it was refused, for the ledger. */
  readonly detail?: string;
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

import type { PatchbayError } from '../../errors/index.ts';
import type { Principal } from '../../permissions/index.ts';

/** A request of a known principal that was answered 403. */
export interface Refused {
  readonly principal: Principal;
  readonly route_id: string;
  readonly method: string;
  readonly path: string;
  readonly ip: string;
  readonly error: PatchbayError;
}

/** Receives refusals; called on the way of the answer, so it never waits and never throws. */
export interface Refusals {
  note(refused: Refused): void;
  /** Waits for what is still being written. */
  close(): Promise<void>;
}

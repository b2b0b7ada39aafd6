import { SignInPool } from '@patchbay/vendor-kit';

/** Ticket of a sign-in with a password; good for two hours. */
export interface Ticket {
  readonly ticket: string;
  /** Sent along with everything that is not a GET. */
  readonly csrf: string;
}

/** Tickets, kept for half of their life, so that long work begun with one can be followed to its end. */
export class Tickets extends SignInPool<Ticket> {
  constructor(now?: () => number) {
    super({ keptMs: 3_600_000, renewedByUse: false }, now);
  }
}

import type { Database } from '@patchbay/kernel/database';
import type { Clock } from '@patchbay/kernel/telemetry';
import { extendLeases, releaseLeases, returnUnbegun } from '../leases/lease-rows.ts';
import { LeaseTerm } from '../leases/lease-term.ts';
import type { Lease } from '../leases/leased-worker.ts';
import { claimWaiting } from './claim-waiting.ts';
import type { ClaimedRun, ClaimRequest } from './claimed-run.ts';
import type { RunKind } from './run-kind.ts';

/** Time after which a dead process is noticed; a default of the platform. */
export const LEASE_SECONDS = 30;

type Held = Pick<Lease, 'id' | 'claim_id'>;

/** Takes and keeps runs in PostgreSQL; a run belongs to the newest claim only. */
export class RunClaims {
  readonly #kind: RunKind;
  readonly #database: Pick<Database, 'onceAsSystem'>;
  readonly #clock: Clock;
  readonly #leaseSeconds: number;

  constructor(
    kind: RunKind,
    database: Pick<Database, 'onceAsSystem'>,
    clock: Clock,
    leaseSeconds = LEASE_SECONDS,
  ) {
    this.#kind = kind;
    this.#database = database;
    this.#clock = clock;
    this.#leaseSeconds = leaseSeconds;
  }

  /**
   * Runs that no process holds, organizations in turn and each one's oldest first, with what they need; those begun
   * before continue where they stood.
   */
  async claim(request: ClaimRequest): Promise<readonly ClaimedRun[]> {
    // With room for a clock that runs slower than the database's.
    const term = new LeaseTerm(this.#clock, (this.#leaseSeconds * 1_000) / 3);
    let runs: readonly ClaimedRun[] = [];
    await term.begin(async () => {
      runs = await this.#database.onceAsSystem(this.#kind.claiming, (db) =>
        claimWaiting(db, this.#kind, request, this.#leaseSeconds),
      );
      return true;
    });
    return runs.map((run) => ({ ...run, term }));
  }

  extend(claims: readonly Held[]): Promise<ReadonlySet<string>> {
    return this.#database.onceAsSystem(this.#kind.claiming, (db) =>
      extendLeases(db, this.#kind.runs, claims, this.#leaseSeconds),
    );
  }

  /** Gives back runs that this claim has not begun: one that was never begun waits as before. */
  giveBack(claims: readonly Held[]): Promise<void> {
    return this.#database.onceAsSystem(this.#kind.claiming, (db) =>
      returnUnbegun(db, this.#kind.runs, claims),
    );
  }

  release(claims: readonly Held[]): Promise<void> {
    return this.#database.onceAsSystem(this.#kind.claiming, (db) =>
      releaseLeases(db, this.#kind.runs, claims),
    );
  }
}

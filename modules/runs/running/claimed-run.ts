import type { LeaseTerm } from '../leases/lease-term.ts';
import type { Lease } from '../leases/leased-worker.ts';
import type { StepRecord } from '../records/step-record.ts';

/** A run that this process carries out until its lease ends. */
export interface ClaimedRun extends Lease {
  /** The Connection or rule. */
  readonly owner_id: string;
  /** Count of claims, this one included. */
  readonly claims: number;
  readonly author_id: string;
  readonly shadow: boolean;
  readonly steps: readonly StepRecord[];
  readonly sealed_plan: string;
  /** Hidden parts of its steps' records. */
  readonly sealed_records: string | null;
  readonly event_id: string | null;
  readonly trigger: unknown;
  readonly causation: readonly string[];
  /** Time for which no other process can have taken it; absent: it is not known. */
  readonly term?: Pick<LeaseTerm, 'isOurs'>;
  /** Why it may not go on: its owner was switched off, paused or deleted meanwhile, or the run failed to end too often. */
  readonly refusal: string | null;
  /** Claimed as it was written, by an owner of which no run waits for the end of another. */
  readonly isNew?: boolean;
  /** Carried out beside the places of the others. */
  readonly isBeside?: boolean;
}

export interface ClaimRequest {
  readonly most: number;
  readonly maxPerOwner: number;
  /** Owners that have their share already. */
  readonly saturated: readonly string[];
  /** Runs that owners can be given; others `maxPerOwner`. */
  readonly room: Readonly<Record<string, number>>;
  /** Runs that this process holds, by organization, less those that it may hold ahead. */
  readonly held: Readonly<Record<string, number>>;
  /** No organization goes above this while another waits, nor once `maxBorrowing` runs are under way. */
  readonly maxPerOrganization: number;
  readonly maxBorrowing: number;
}

import type { Exemption } from '@patchbay/kernel/database';

/** One kind of run: where it stands in PostgreSQL, and what it and its parts are called. */
export interface RunKind {
  /** Table of the runs, and its column that names the owner. */
  readonly runs: string;
  readonly owner: string;
  /** Table of the owners, and its column that holds the sealed steps. */
  readonly owners: string;
  readonly plan: string;
  /** Failures one after another, by owner. */
  readonly failures: string;
  /** What an owner is called in refusals: `connection_disabled`. */
  readonly ownerNoun: 'connection' | 'rule';
  /** What a part of a run is called in reasons: `step 0 failed`. */
  readonly stepNoun: StepNoun;
  /** Whether owners have modes, and their runs wait for tries, are shadows and become dead letters. */
  readonly hasPolicies: boolean;
  readonly claiming: Exemption;
  readonly writing: Exemption;
}

export type StepNoun = 'step' | 'action';

import type { Exemption } from '@patchbay/kernel/database';

/** One kind of run: its tables, and its words. */
export interface RunKind {
  /** Table of the runs, and its column that names the owner. */
  readonly runs: string;
  readonly owner: string;
  /** Columns that runs of this kind alone have: shown, and taken over when a run is carried out anew. */
  readonly more: readonly string[];
  /** Table of the owners, and its column that holds the sealed steps. */
  readonly owners: string;
  readonly plan: string;
  /** Failures one after another, by owner. */
  readonly failures: string;
  /** Noun of an owner in refusals: `connection_disabled`. */
  readonly ownerNoun: 'connection' | 'rule';
  /** Noun of an owner in sentences. */
  readonly ownerName: 'Connection' | 'rule';
  /** Noun of a part of a run in reasons: `step 0 failed`. */
  readonly stepNoun: StepNoun;
  /** Whether owners say how many of their runs go on at once. */
  readonly hasModes: boolean;
  readonly claiming: Exemption;
  readonly writing: Exemption;
}

export type StepNoun = 'step' | 'action';

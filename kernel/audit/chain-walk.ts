import type { AuditRow } from './audit-row.ts';
import { type ChainKeys, GENESIS } from './chain-keys.ts';

/**
 * `edited`: a record is not what was written. `missing`: a record within the chain is gone. `duplicated`:
 * one record stands twice. `forked`: two different records claim one place, or a link follows another
 * chain. `truncated`: the chain ends before its head.
 */
export type ChainProblemKind = 'edited' | 'missing' | 'duplicated' | 'forked' | 'truncated';

export interface ChainProblem {
  readonly kind: ChainProblemKind;
  readonly sequence: number;
}

const MOST_PROBLEMS = 100;

/** Walks the records in order of their sequence and tells the kinds of damage apart. */
export class ChainWalk {
  readonly problems: ChainProblem[] = [];
  readonly #keys: ChainKeys;
  sealed = 0;
  lastSequence = 0;
  lastMac = GENESIS;
  #lastIntake = '';

  constructor(keys: ChainKeys) {
    this.#keys = keys;
  }

  report(kind: ChainProblemKind, sequence: number): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ kind, sequence });
  }

  visit(row: AuditRow): void {
    const sequence = row.sequence ?? 0;
    const chain_mac = row.chain_mac ?? '';
    this.sealed += 1;
    if (sequence === this.lastSequence) {
      this.report(row.intake_mac === this.#lastIntake ? 'duplicated' : 'forked', sequence);
      return;
    }
    if (!this.#keys.intakeFits(row)) this.report('edited', sequence);
    const hasGap = sequence > this.lastSequence + 1;
    if (hasGap) this.report('missing', this.lastSequence + 1);
    else if (!this.#keys.linkFits(this.lastMac, sequence, row.intake_mac, chain_mac))
      this.report('forked', sequence);
    this.lastSequence = sequence;
    this.lastMac = chain_mac;
    this.#lastIntake = row.intake_mac;
  }
}

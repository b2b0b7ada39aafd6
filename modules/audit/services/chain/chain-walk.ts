import { type ChainKeys, type ChainLink, GENESIS } from '@patchbay/kernel/audit';
import { Service } from '@patchbay/kernel/di';

/**
 * `edited`: a record is not what was written. `missing`: a place in the chain, or its record, is gone, or a
 * record never got a place. `duplicated`: one record stands twice. `forked`: two different records claim one
 * place, or a link follows another chain. `truncated`: the chain ends before its head.
 */
export type ChainProblemKind = 'edited' | 'missing' | 'duplicated' | 'forked' | 'truncated';

export interface ChainProblem {
  readonly kind: ChainProblemKind;
  readonly sequence: number;
}

export const MAX_PROBLEMS = 100;

/** Walks the links in order of their sequence and distinguishes the kinds of damage. */
export class ChainWalk extends Service<{ keys: ChainKeys }> {
  readonly problems: ChainProblem[] = [];
  sealed = 0;
  lastSequence = 0;
  lastMac = GENESIS;
  #lastRecord = '';

  report(kind: ChainProblemKind, sequence: number): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ kind, sequence });
  }

  visit({ sequence, record_id, chain_mac, record }: ChainLink): void {
    this.sealed += 1;
    if (sequence === this.lastSequence) {
      this.report(record_id === this.#lastRecord ? 'duplicated' : 'forked', sequence);
      return;
    }
    const hasGap = sequence > this.lastSequence + 1;
    if (hasGap) this.report('missing', this.lastSequence + 1);
    if (record === null) this.report('missing', sequence);
    else {
      if (!this.parts.keys.intakeFits(record)) this.report('edited', sequence);
      if (!hasGap && !this.parts.keys.linkFits(this.lastMac, sequence, record.intake_mac, chain_mac))
        this.report('forked', sequence);
    }
    this.lastSequence = sequence;
    this.lastMac = chain_mac;
    this.#lastRecord = record_id;
  }
}

import { closeSync, openSync, writeSync } from 'node:fs';

export type LedgerResult = 'executed' | 'refused' | 'not_executed';

export interface LedgerOutcome {
  readonly result: LedgerResult;
  /** Status the product gave the request, also when the answer never left; 0 when it was not executed. */
  readonly status: number;
  readonly detail?: string;
  /** The fault switch that met this request. */
  readonly fault?: string;
}

export interface LedgerEntry {
  readonly sequence: number;
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly outcome: LedgerOutcome;
  /** SHA-256 of the configuration after the request. */
  readonly state_hash: string;
}

const keptInMemory = 100_000;

/**
 * Append-only record of every write the controller received. Memory keeps the newest 100,000 entries, and the sequence
 * goes on past them; the file, when there is one, keeps all. The line is written before the request is answered.
 */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];
  readonly #now: () => number;
  readonly #filePath: string | undefined;
  #file: number | undefined;
  #sequence = 0;

  constructor(now: () => number, filePath?: string) {
    this.#now = now;
    this.#filePath = filePath;
    if (filePath !== undefined) this.#file = openSync(filePath, 'a');
  }

  append(fields: Omit<LedgerEntry, 'sequence' | 'time'>): LedgerEntry {
    this.#sequence += 1;
    const time = new Date(this.#now()).toISOString();
    const entry = Object.freeze({ sequence: this.#sequence, time, ...fields });
    this.#entries.push(entry);
    if (this.#entries.length > keptInMemory) this.#entries.shift();
    if (this.#file !== undefined) writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    return entry;
  }

  /** Entries after the given sequence, oldest first. */
  entries(afterSequence = 0): readonly LedgerEntry[] {
    const first = this.#entries[0]?.sequence ?? 1;
    return this.#entries.slice(Math.max(0, afterSequence + 1 - first));
  }

  get size(): number {
    return this.#sequence;
  }

  /** A restarted controller goes on in the same file. */
  open(): void {
    if (this.#filePath !== undefined && this.#file === undefined) this.#file = openSync(this.#filePath, 'a');
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

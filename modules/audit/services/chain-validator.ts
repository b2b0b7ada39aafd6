import type { ChainKeys, ChainLink } from '@patchbay/kernel/audit';
import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { unavailable } from '@patchbay/kernel/errors';
import {
  allHeads,
  linksOf,
  type Mark,
  marksOf,
  type PlacedRecord,
  placedRecordsOf,
  restOf,
  type Stray,
  straysOf,
} from './chain/chain-statements.ts';
import { type ChainProblem, ChainWalk, MAX_PROBLEMS } from './chain/chain-walk.ts';
import type { CheckpointKeeper } from './checkpoints/checkpoint-keeper.ts';
import type { Sealer } from './sealing/sealer.ts';

export interface ChainReport {
  readonly valid: boolean;
  readonly sealed: number;
  /** Committed while validating; not yet part of the chain. */
  readonly unsealed: number;
  readonly problems: readonly ChainProblem[];
}

const PAGE = 2_000;
/** Validations under way in one process; each holds a connection only while it reads a page. */
const MAX_AT_ONCE = 2;
const headsExemption = exempt('audit.heads', 'which chains of all organizations the given keys vouch for');
const validateExemption = exempt(
  'audit.validate',
  'reads the head and chain of one organization, named by its caller',
);

/**
 * Checks a whole chain against its MACs, against the head kept outside the table and against the checkpoint kept
 * outside the database (R15). Callers who ask
 * for the same organization meanwhile share one run; a third organization at the same time is asked to wait.
 */
export class ChainValidator extends Service<{
  database: Database;
  keys: ChainKeys;
  sealer: Sealer;
  checkpoints: Pick<CheckpointKeeper, 'problemOf'>;
}> {
  readonly #running = new Map<string, Promise<ChainReport>>();

  /** Throws `kernel.unavailable` while two others are being validated. */
  validate(organization_id: string): Promise<ChainReport> {
    const known = this.#running.get(organization_id);
    if (known) return known;
    if (this.#running.size >= MAX_AT_ONCE)
      return Promise.reject(
        unavailable({ message: 'Other audit chains are being validated.', retryAfterSeconds: 5 }),
      );
    const run = this.#run(organization_id).finally(() => this.#running.delete(organization_id));
    this.#running.set(organization_id, run);
    return run;
  }

  /** Chains whose head no given key has signed: they can be neither sealed further nor validated. */
  async countForeignHeads(): Promise<number> {
    const heads = await this.parts.database.asSystem(headsExemption, allHeads);
    return heads.filter(
      ({ organization_id, sequence, chain_mac, head_mac }) =>
        !this.parts.keys.headFits(organization_id, sequence, chain_mac, head_mac),
    ).length;
  }

  async #run(organization_id: string): Promise<ChainReport> {
    const failure = await this.parts.sealer.seal(organization_id).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const marks = await this.#read((db) => marksOf(db, organization_id));
    const upTo = marks[0]?.sequence ?? 0;
    const walk = new ChainWalk({ keys: this.parts.keys });
    for (let last: ChainLink | null = null; ; ) {
      const after: ChainLink | null = last;
      const links: readonly ChainLink[] = await this.#read((db) =>
        linksOf(db, organization_id, after, upTo, PAGE),
      );
      await visitAll(walk, links);
      last = links.at(-1) ?? null;
      if (links.length < PAGE) break;
    }
    this.#checkMarks(organization_id, walk, marks);
    await this.#checkPlaces(organization_id, walk);
    const outside = await this.parts.checkpoints.problemOf(organization_id);
    if (outside !== null && walk.problems.length === 0) walk.report(outside.kind, outside.sequence);
    const rest = await this.#read((db) => restOf(db, organization_id));
    if (rest.beyond_head) walk.report('forked', upTo + 1);
    // A damaged chain cannot always be sealed further; then the damage is the answer.
    if (failure && walk.problems.length === 0) throw failure.error;
    return {
      valid: walk.problems.length === 0,
      sealed: walk.sealed,
      unsealed: rest.unsealed,
      problems: walk.problems,
    };
  }

  /** Looks from the records to the chain: each has one place, or waits for it. */
  async #checkPlaces(organization_id: string, walk: ChainWalk): Promise<void> {
    const isExplained = walk.problems.some(({ kind }) => kind === 'missing' || kind === 'truncated');
    for (let last: PlacedRecord | null = null; ; ) {
      const after: PlacedRecord | null = last;
      const records: readonly PlacedRecord[] = await this.#read((db) =>
        placedRecordsOf(db, organization_id, after, PAGE),
      );
      if (records.some(({ places }) => places > 1)) walk.report('duplicated', walk.lastSequence);
      const ids = records.filter(({ places, is_pending }) => places === 0 && !is_pending).map(({ id }) => id);
      if (ids.length > 0) {
        const some = ids.slice(0, MAX_PROBLEMS);
        for (const stray of await this.#read((db) => straysOf(db, organization_id, some)))
          this.#reportStray(walk, stray, isExplained);
      }
      last = records.at(-1) ?? null;
      if (records.length < PAGE || walk.problems.length >= MAX_PROBLEMS) return;
    }
  }

  /** A record as it was written that has no place is what a hole, or a cut, in the chain left behind. */
  #reportStray(walk: ChainWalk, stray: Stray, isExplained: boolean): void {
    if (stray.twin_sequence !== null) walk.report('duplicated', stray.twin_sequence);
    else if (!this.parts.keys.intakeFits(stray)) walk.report('edited', walk.lastSequence + 1);
    else if (!isExplained) walk.report('missing', walk.lastSequence + 1);
  }

  #read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.parts.database.asSystem(validateExemption, work);
  }

  #checkMarks(organization_id: string, walk: ChainWalk, marks: readonly Mark[]): void {
    for (const mark of marks) {
      if (!this.parts.keys.headFits(organization_id, mark.sequence, mark.chain_mac, mark.head_mac))
        walk.report('edited', mark.sequence);
      else if (mark.sequence > walk.lastSequence) walk.report('truncated', walk.lastSequence + 1);
    }
    const [head] = marks;
    if (
      head &&
      head.sequence === walk.lastSequence &&
      head.chain_mac !== walk.lastMac &&
      walk.problems.length === 0
    )
      walk.report('forked', head.sequence);
  }
}

async function visitAll(walk: ChainWalk, links: readonly ChainLink[]): Promise<void> {
  const slice = new EventLoopSlice();
  for (const link of links) {
    walk.visit(link);
    if (slice.isOver) await slice.yield();
  }
}

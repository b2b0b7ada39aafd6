import { Batcher } from '@patchbay/kernel/concurrency';
import { type Database, type Kysely, sql, type Tables, type UnitOfWork } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Owner } from '../owners/owner.ts';
import type { RunKind } from './run-kind.ts';
import { type FailedRun, type RunState, type WrittenRun, writeStates } from './write-states.ts';

/** A step that takes longer is seen while it runs. */
const NOTED_AFTER_MS = 100;

export interface RunWriterOptions {
  readonly kind: RunKind;
  readonly database: Pick<Database, 'onceAsSystem' | 'write'>;
  /** Called for owners whose runs only fail, each time one more did. */
  readonly onStreak?: (owner: Owner) => void;
  /** Publishes a failure; both commit together. */
  readonly publishFailure?: (work: UnitOfWork, run: FailedRun) => Promise<void>;
}

/**
 * Writes states of runs, all that wait in one statement. A state counts only while its claim holds, so a
 * process that was stopped and resumed cannot overwrite what happened since.
 */
export class RunWriter {
  readonly #options: RunWriterOptions;
  readonly #states: Batcher<RunState, boolean>;
  readonly #noted = new Map<string, () => RunState>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RunWriterOptions) {
    this.#options = options;
    const { kind, database } = options;
    this.#states = new Batcher(async (states) => {
      // Of two states of one run the later is the one that counts.
      const newest = [...new Map(states.map((state) => [state.id, state])).values()];
      const written = await database.onceAsSystem(kind.writing, (db) => writeStates(db, kind, newest));
      const held = this.#told(written);
      return states.map(({ id }) => held.has(id));
    });
  }

  /** Answers whether the claim still held. Throws when the database cannot take the state. */
  save(state: RunState): Promise<boolean> {
    this.#noted.delete(state.id);
    const { publishFailure } = this.#options;
    return state.status === 'failed' && publishFailure !== undefined
      ? this.#fail(state, publishFailure)
      : this.#states.add(state);
  }

  /** Writes the state a moment later, unless a newer one comes first: a run that ends quickly is written once. */
  note(run_id: string, state: () => RunState): void {
    this.#noted.set(run_id, state);
    this.#timer ??= setTimeout(() => this.#writeNoted(), NOTED_AFTER_MS).unref();
  }

  #writeNoted(): void {
    this.#timer = undefined;
    const states = [...this.#noted.values()];
    this.#noted.clear();
    // These are not awaited; the next state shows whether the claim still holds.
    for (const state of states) this.#states.add(state()).catch(() => {});
  }

  async #fail(state: RunState, publish: NonNullable<RunWriterOptions['publishFailure']>): Promise<boolean> {
    const { kind, database } = this.#options;
    const organization_id = await database.onceAsSystem(kind.writing, (db) =>
      organizationOf(db, kind, state),
    );
    if (organization_id === null) return false;
    const written = await database.write(systemPrincipal(organization_id), async (work) => {
      const [run] = await writeStates(work.sql, kind, [state]);
      if (run?.counts)
        await publish(work, {
          id: run.id,
          owner_id: run.owner_id,
          event_id: run.event_id,
          reason: state.reason,
        });
      return run;
    });
    return written !== undefined && this.#told([written]).has(state.id);
  }

  /** The ids of the runs that were written; each failing owner is reported once. */
  #told(written: readonly WrittenRun[]): ReadonlySet<string> {
    const failing = new Map(
      written.flatMap(({ failing_id: id, organization_id, author_id }) =>
        id === null ? [] : [[id, { id, organization_id, author_id }] as const],
      ),
    );
    for (const owner of failing.values()) this.#options.onStreak?.(owner);
    return new Set(written.map(({ id }) => id));
  }
}

async function organizationOf(
  db: Kysely<Tables>,
  { runs }: RunKind,
  { id, claim_id }: RunState,
): Promise<string | null> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from ${sql.table(runs)}
    where id = ${id}::uuid and claim_id = ${claim_id}::uuid`.execute(db);
  return rows[0]?.organization_id ?? null;
}

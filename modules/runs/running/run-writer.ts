import { Batcher } from '@patchbay/kernel/concurrency';
import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { streaksOf } from '../intake/failure-streaks.ts';
import type { Owner } from '../intake/owner.ts';
import type { StepRecord } from '../records/step-record.ts';
import type { RunStatus } from './run-status.ts';

/** The state of a claimed run. One with `finished_at` has ended, one with `retry_in_ms` waits; both give their lease back. */
export interface RunState {
  readonly id: string;
  readonly claim_id: string;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly steps: readonly StepRecord[];
  readonly finished_at: string | null;
  readonly retry_in_ms: number | null;
  /** What `steps` hide; takes the place of what was there. */
  readonly sealed_records: string | null;
}

const writeExemption = exempt(
  'fabric.write-runs',
  'states of runs of several organizations travel in one statement',
);

/** A step that takes longer is seen while it runs. */
const NOTED_AFTER_MS = 100;

/**
 * Writes states of runs, all that wait in one statement. A state counts only while its claim holds, so a
 * process that was stopped and resumed cannot overwrite what happened since.
 */
export class RunWriter {
  readonly #states: Batcher<RunState, boolean>;
  readonly #noted = new Map<string, RunState>();
  #timer: NodeJS.Timeout | undefined;

  /** `onStreak`: told of Connections whose runs only fail, each time one more did. */
  constructor(database: Pick<Database, 'onceAsSystem'>, onStreak: (streak: Owner) => void = () => {}) {
    this.#states = new Batcher(async (states) => {
      // Of two states of one run the later is the one that counts.
      const newest = [...new Map(states.map((state) => [state.id, state])).values()];
      const { held, failing } = await database.onceAsSystem(writeExemption, (db) => update(db, newest));
      for (const streak of failing) onStreak(streak);
      return states.map(({ id }) => held.has(id));
    });
  }

  /** Answers whether the claim still held. Throws when the database cannot take the state. */
  save(state: RunState): Promise<boolean> {
    this.#noted.delete(state.id);
    return this.#states.add(state);
  }

  /** Writes the state a moment later, unless a newer one comes first: what ends quickly is written once. */
  note(state: RunState): void {
    this.#noted.set(state.id, state);
    this.#timer ??= setTimeout(() => this.#writeNoted(), NOTED_AFTER_MS).unref();
  }

  #writeNoted(): void {
    this.#timer = undefined;
    const states = [...this.#noted.values()];
    this.#noted.clear();
    // Nobody waits for these; what the claim has come to, the next state tells.
    for (const state of states) this.#states.add(state).catch(() => {});
  }
}

interface Written {
  readonly id: string;
  readonly failing_id: string | null;
  readonly organization_id: string;
  readonly author_id: string;
}

interface Update {
  readonly held: ReadonlySet<string>;
  readonly failing: readonly Owner[];
}

async function update(db: Kysely<Tables>, states: readonly RunState[]): Promise<Update> {
  const { rows } = await sql<Written>`
    with ended as (
      update connection_runs r set status = s.status, reason = s.reason, steps = s.steps,
        sealed_records = s.sealed_records, finished_at = s.finished_at,
        claim_id = case when s.finished_at is null and s.retry_in_ms is null then r.claim_id end,
        lease_until = case when s.finished_at is null and s.retry_in_ms is null then r.lease_until end,
        sealed_plan = case when s.finished_at is null then r.sealed_plan end,
        claims = case when s.retry_in_ms is null then r.claims else 0 end,
        not_before = clock_timestamp() + make_interval(secs => s.retry_in_ms / 1000.0),
        dead_letter = case when s.status = 'failed' and not r.is_test and not r.shadow then 'open' end,
        updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
        as s(id uuid, claim_id uuid, status text, reason text, steps jsonb, finished_at timestamptz,
          retry_in_ms double precision, sealed_records text)
      where r.id = s.id and r.claim_id = s.claim_id and r.finished_at is null
      returning r.id as run_id, r.connection_id as owner_id, r.organization_id, r.author_id, r.finished_at,
        case when not r.is_test and not r.shadow and r.finished_at is not null then r.status end as status),
    ${streaksOf('connection_failures')}
    select e.run_id as id, f.id as failing_id, e.organization_id, f.author_id
    from ended e left join failing f on f.id = e.owner_id`.execute(db);
  return { held: new Set(rows.map(({ id }) => id)), failing: streaksIn(rows) };
}

/** Each once. */
const streaksIn = (rows: readonly Written[]): readonly Owner[] => [
  ...new Map(
    rows.flatMap(({ failing_id: id, organization_id, author_id }) =>
      id === null ? [] : [[id, { id, organization_id, author_id }] as const],
    ),
  ).values(),
];

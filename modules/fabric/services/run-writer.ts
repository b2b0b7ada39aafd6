import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { RunStatus } from '../entities/connection-run.ts';
import type { StepRecord } from './step-record.ts';

/** The state of a claimed run. One with `finished_at` has ended, one with `retry_in_ms` waits; both give their lease back. */
export interface RunState {
  readonly id: string;
  readonly claim_id: string;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly steps: readonly StepRecord[];
  readonly finished_at: string | null;
  readonly retry_in_ms: number | null;
}

interface Waiting {
  readonly state: RunState;
  readonly resolve: (held: boolean) => void;
  readonly reject: (error: unknown) => void;
}

const writeExemption = exempt(
  'fabric.write-runs',
  'states of runs of several organizations travel in one statement',
);

/** Runs in one statement; what waits beyond goes with the next. */
const MOST_AT_ONCE = 500;

/**
 * Writes states of runs, all that wait in one statement. A state counts only while its claim holds, so a
 * process that was stopped and resumed cannot overwrite what happened since.
 */
export class RunWriter {
  readonly #database: Pick<Database, 'asSystem'>;
  readonly #waiting: Waiting[] = [];
  #flushing = false;

  constructor(database: Pick<Database, 'asSystem'>) {
    this.#database = database;
  }

  /** Answers whether the claim still held. Throws when the database cannot take the state. */
  save(state: RunState): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ state, resolve, reject });
      if (!this.#flushing) void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    this.#flushing = true;
    // What is saved in the same turn travels together.
    await Promise.resolve();
    for (
      let batch = this.#waiting.splice(0, MOST_AT_ONCE);
      batch.length > 0;
      batch = this.#waiting.splice(0, MOST_AT_ONCE)
    )
      await this.#write(batch);
    this.#flushing = false;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      const held = await this.#database.asSystem(writeExemption, (db) =>
        update(
          db,
          batch.map(({ state }) => state),
        ),
      );
      for (const { state, resolve } of batch) resolve(held.has(state.id));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

async function update(db: Kysely<Tables>, states: readonly RunState[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    update connection_runs r set status = s.status, reason = s.reason, steps = s.steps, finished_at = s.finished_at,
      claim_id = case when s.finished_at is null and s.retry_in_ms is null then r.claim_id end,
      lease_until = case when s.finished_at is null and s.retry_in_ms is null then r.lease_until end,
      sealed_plan = case when s.finished_at is null then r.sealed_plan end,
      claims = case when s.retry_in_ms is null then r.claims else 0 end,
      not_before = clock_timestamp() + make_interval(secs => s.retry_in_ms / 1000.0),
      dead_letter = case when s.status = 'failed' and not r.is_test and not r.shadow then 'open' end,
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      as s(id uuid, claim_id uuid, status text, reason text, steps jsonb, finished_at timestamptz,
        retry_in_ms double precision)
    where r.id = s.id and r.claim_id = s.claim_id and r.status = 'running'
    returning r.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

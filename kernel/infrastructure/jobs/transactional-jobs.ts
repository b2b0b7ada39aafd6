import type { Static, TSchema } from 'typebox';
import type { Deps } from '../../di/index.ts';
import { sql, type Unit } from '../database/index.ts';
import type { JobDeclaration } from './define-job.ts';
import type { EnqueueOptions, Jobs } from './jobs.ts';

interface Waiting {
  readonly identifier: string;
  readonly payload: unknown;
  readonly run_at?: string | undefined;
  readonly max_attempts?: number | undefined;
  readonly job_key?: string | undefined;
}

/** Collects the jobs of a unit and enqueues them in one statement right before COMMIT. */
export class TransactionalJobs implements Jobs {
  readonly #waiting = new WeakMap<Unit, Waiting[]>();

  enqueue<S extends TSchema, D extends Deps>(
    unit: Unit,
    job: JobDeclaration<S, D>,
    payload: Static<S>,
    options: EnqueueOptions = {},
  ): void {
    this.#listOf(unit).push({
      identifier: job.id,
      payload,
      run_at: options.runAt?.toISOString(),
      max_attempts: job.maxAttempts,
      job_key: options.key,
    });
  }

  #listOf(unit: Unit): Waiting[] {
    const known = this.#waiting.get(unit);
    if (known) return known;
    const list: Waiting[] = [];
    this.#waiting.set(unit, list);
    unit.withCommit(() => sql`select patchbay_enqueue(${JSON.stringify(list)}::jsonb)`.compile(unit.sql));
    return list;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { Service } from '../../di/index.ts';
import type { Logger } from '../../telemetry/index.ts';

/** Statements of graphile-worker by their names. Each of these may be carried out twice. */
const ENDS_JOBS = /^(complete|fail|return)_job/;
const FETCHES_JOBS = /^get_job/;

const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 5_000;

/** Jobs locked later than the last that arrived were locked by the fetch whose answer was lost. */
const UNLOCK = `update graphile_worker._private_jobs
  set attempts = greatest(0, attempts - 1), locked_by = null, locked_at = null
  where locked_by = $1 and locked_at >= $2::timestamptz + interval '1 millisecond'`;

/**
 * The pool of one graphile-worker runner. The runner does not await the statement that ends a job, and stops for
 * good when a batch of them fails; such a statement is repeated until it is written or the pool ends. A fetch whose
 * answer is lost may have locked jobs, which a living worker keeps: they are unlocked before its error goes on.
 */
export function runnerPool(pool: Pool, logger: Logger): Pool {
  const statements = new RunnerStatements({ pool, logger });
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    return override(client, 'query', (...args: unknown[]) => statements.query(client, args));
  };
  return override(pool, 'connect', (...args: unknown[]) =>
    args.length === 0 ? connect() : Reflect.apply(pool.connect, pool, args),
  );
}

type Query = (...args: unknown[]) => Promise<QueryResult>;

class RunnerStatements extends Service<{ pool: Pool; logger: Logger }> {
  #lastLockedAt = new Date(0);

  query(client: PoolClient, args: unknown[]): Promise<QueryResult> {
    const query: Query = (...each) => Reflect.apply(client.query, client, each);
    const [config] = args as [Partial<QueryConfig>];
    if (ENDS_JOBS.test(config.name ?? ''))
      return this.#untilWritten(config as QueryConfig, () => query(config));
    if (FETCHES_JOBS.test(config.name ?? '')) return this.#fetch(config as QueryConfig, () => query(config));
    return query(...args);
  }

  async #fetch(config: QueryConfig, fetch: () => Promise<QueryResult>): Promise<QueryResult> {
    try {
      const answer = await fetch();
      for (const { locked_at } of answer.rows) this.#lastLockedAt = locked_at;
      return answer;
    } catch (error) {
      await this.#untilWritten({ text: UNLOCK, values: [config.values?.[0], this.#lastLockedAt] });
      throw error;
    }
  }

  /** Begins on the connection that the runner took, and goes on over others of the pool. */
  async #untilWritten(
    config: QueryConfig,
    first: () => Promise<QueryResult> = () => this.parts.pool.query(config),
  ): Promise<QueryResult> {
    let write = first;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
      try {
        return await write();
      } catch (error) {
        if (this.parts.pool.ending) throw error;
        this.parts.logger.warn('the end of jobs is not written yet', { error, again_in_ms: waitMs });
      }
      await sleep(waitMs, undefined, { ref: false });
      write = () => this.parts.pool.query(config);
    }
  }
}

/** The same object with one method of its own; the rest stays bound to the original. */
const override = <T extends object>(target: T, method: keyof T, own: unknown): T =>
  new Proxy(target, {
    get: (_, key) => {
      if (key === method) return own;
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

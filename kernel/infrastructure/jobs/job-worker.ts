import { EventEmitter } from 'node:events';
import {
  Logger as GraphileLogger,
  type JobHelpers,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { withFallback } from '../../concurrency/index.ts';
import { Service } from '../../di/index.ts';
import type { Logger, Metrics } from '../../telemetry/index.ts';
import { type Database, exempt, SessionLock, sql } from '../database/index.ts';
import type { AnyJob } from './define-job.ts';
import { runnerPool } from './runner-pool.ts';

/** A declared job with its module's state and its dependencies. */
export interface BoundJob {
  readonly job: AnyJob;
  readonly isEnabled: () => boolean;
  readonly deps: Readonly<Record<string, unknown>>;
}

export interface JobWorkerOptions {
  /** Plain (not pipelined) pool of the system login. */
  readonly pool: Pool;
  readonly systemUrl: string;
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly jobs: readonly BoundJob[];
  readonly concurrency?: number;
  /** Jobs of the lane `outside` at once; default 32. */
  readonly outsideConcurrency?: number;
}

const POOL_LOCK = 'patchbay.worker-pool';
const SWEEP_EVERY_MS = 10_000;
/** Short jobs are fetched so many rounds ahead. */
const AHEAD = 4;
const sweepExemption = exempt('jobs.sweep', 'jobs of killed processes of all organizations are given back');

/**
 * Runs jobs of this process. A process proves that it lives by an advisory lock named after its worker
 * pool; jobs locked by a pool whose lock is free are given back within ten seconds.
 */
export class JobWorker extends Service<JobWorkerOptions> {
  readonly #abort = new AbortController();
  readonly #locks: SessionLock[] = [];
  readonly #runners: Runner[] = [];
  readonly #running = new Map<Promise<void>, string>();
  #sweep: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  /** Set when jobs did not end in the time that a stop gives them; their outcome is unknown. */
  #isGivenUp = false;

  async start(): Promise<void> {
    const { jobs, concurrency = 8, outsideConcurrency = 32 } = this.parts;
    const isOutside = ({ job }: BoundJob): boolean => job.lane === 'outside';
    const outside = jobs.filter(isOutside);
    const inside = jobs.filter((each) => !isOutside(each));
    const lanes = [this.#startLane(inside, concurrency, concurrency * AHEAD)];
    // Long jobs are not fetched far ahead: another process may have places free for them.
    if (outside.length > 0) lanes.push(this.#startLane(outside, outsideConcurrency, outsideConcurrency));
    await Promise.all(lanes);
    const sweep = (): void => {
      this.#sweeping = this.sweep();
    };
    this.#sweep = setInterval(sweep, SWEEP_EVERY_MS).unref();
    sweep();
  }

  /** A runner of its own, so that jobs of one lane never wait for places of the other. */
  async #startLane(jobs: readonly BoundJob[], concurrency: number, fetched: number): Promise<void> {
    const { pool, logger } = this.parts;
    const events = new EventEmitter();
    const locked = this.#lockPools(events);
    const runner = await run({
      pgPool: runnerPool(pool, logger),
      concurrency,
      noHandleSignals: true,
      pollInterval: 1_000,
      taskList: this.#tasks(jobs),
      parsedCronItems: parseCronItems(
        jobs
          .filter(({ job }) => job.cron !== undefined)
          .map(({ job }) => ({
            task: job.id,
            match: String(job.cron),
            options: { maxAttempts: 1, backfillPeriod: 0 },
          })),
      ),
      events: events as NonNullable<Parameters<typeof run>[0]['events']>,
      logger: graphileLogger(logger),
      preset: {
        worker: {
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          localQueue: {
            size: fetched,
            ttl: 30_000,
            refetchDelay: { durationMs: 5, threshold: 0, maxAbortThreshold: 100 },
          },
        },
      },
    });
    this.#runners.push(runner);
    await locked;
    for (const { job } of jobs)
      if (job.atStart === true)
        await runner.addJob(job.id, {}, { maxAttempts: 1, jobKey: `${job.id} at start` });
    runner.promise.catch((error) => logger.error('the job worker stopped', { error }));
  }

  /** Resolves once this process holds the lock of its worker pool. */
  #lockPools(events: EventEmitter): Promise<void> {
    return new Promise((resolve, reject) => {
      events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
        const lock = new SessionLock(this.parts.systemUrl, POOL_LOCK, workerPool.id);
        this.#locks.push(lock);
        lock.acquire().then(() => resolve(), reject);
      });
    });
  }

  #tasks(jobs: readonly BoundJob[]): TaskList {
    const entries = jobs.map(({ job, deps, isEnabled }) => {
      const task = async (payload: unknown, helpers: JobHelpers): Promise<void> => {
        if (!isEnabled()) return job.cron === undefined ? putBack(helpers) : undefined;
        const running = this.#run({ job, deps, isEnabled }, payload, helpers.job.attempts);
        this.#running.set(running, job.id);
        await Promise.allSettled([running]);
        this.#running.delete(running);
        // The connections are closed: the runner must not try to write down how the job ended.
        if (this.#isGivenUp) await new Promise(() => {});
        return running;
      };
      return [job.id, task] as const;
    });
    return Object.fromEntries(entries);
  }

  async #run({ job, deps }: BoundJob, payload: unknown, attempt: number): Promise<void> {
    const startedMs = performance.now();
    try {
      await job.run({ payload, deps, signal: this.#abort.signal, attempt });
    } catch (error) {
      if (!this.#isGivenUp) this.parts.logger.warn('job failed', { job: job.id, attempt, error });
      throw error;
    } finally {
      this.#seconds.observe((performance.now() - startedMs) / 1_000, { job: job.id });
    }
  }

  get #seconds() {
    return this.parts.metrics.histogram('patchbay_job_seconds', 'Time jobs take', ['job']);
  }

  /** Gives back the jobs of dead processes; safe to run anywhere at any time. */
  async sweep(): Promise<void> {
    try {
      await this.parts.database.asSystem(sweepExemption, async (db) => {
        await sql`
          with dead as (
            select locked_by from (select distinct locked_by from graphile_worker._private_jobs where locked_by is not null) p
            where pg_try_advisory_xact_lock(hashtext(${POOL_LOCK}), hashtext(locked_by)))
          select graphile_worker.force_unlock_workers(array(select locked_by from dead))
          where exists (select from dead)`.execute(db);
      });
    } catch (error) {
      this.parts.logger.warn('sweeping jobs failed', { error });
    }
  }

  /** Waits for running jobs, at most `graceMs`, then gives up on them; they are run again elsewhere. */
  async stop(graceMs = 10_000): Promise<void> {
    clearInterval(this.#sweep);
    this.#abort.abort();
    const runners = this.#runners.splice(0);
    // The runners stop waiting for their jobs sooner than we do: the jobs themselves are waited for.
    const ended = Promise.allSettled([
      this.#sweeping,
      ...this.#running.keys(),
      ...runners.map((each) => each.stop()),
    ]);
    if (
      !(await withFallback(
        graceMs,
        ended.then(() => true),
        () => false,
      ))
    ) {
      this.#isGivenUp = true;
      this.parts.logger.warn('jobs did not end in time', { jobs: [...new Set(this.#running.values())] });
    }
    await Promise.all(this.#locks.map((lock) => lock.release()));
  }
}

const PUT_BACK_MS = 5_000;

/** Work that was accepted waits while its module is off; the try does not count (DECISIONS 35). */
async function putBack({ addJob, job }: JobHelpers): Promise<void> {
  await addJob(job.task_identifier, job.payload, {
    runAt: new Date(Date.now() + PUT_BACK_MS),
    maxAttempts: job.max_attempts,
    ...(job.key === null ? {} : { jobKey: job.key }),
  });
}

/** Places hold no connection while their jobs run: fewer connections than places are enough. */
const isNoise = (message: string): boolean => message.includes('having maxPoolSize');

const graphileLogger = (logger: Logger): GraphileLogger =>
  new GraphileLogger(() => (level, message) => {
    if (isNoise(message)) logger.trace(message);
    else if (level === 'error') logger.error(message);
    else if (level === 'warning') logger.warn(message);
    else logger.trace(message);
  });

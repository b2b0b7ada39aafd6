import type { Static, TSchema } from 'typebox';
import { type Deps, type Token, token } from '../../di/index.ts';
import type { Unit } from '../database/index.ts';
import type { JobDeclaration } from './define-job.ts';

export interface EnqueueOptions {
  readonly runAt?: Date;
  /** One waiting job per key; a later one replaces it. */
  readonly key?: string;
}

/** Enqueues in the caller's transaction: the job exists exactly if the change does. */
export interface Jobs {
  enqueue<S extends TSchema, D extends Deps>(
    unit: Unit,
    job: JobDeclaration<S, D>,
    payload: Static<S>,
    options?: EnqueueOptions,
  ): void;
}

export const JOBS: Token<Jobs> = token('kernel.jobs');

import Type, { type Static, type TSchema } from 'typebox';
import type { Deps, Resolved } from '../../di/index.ts';

export interface JobRun<S extends TSchema, D extends Deps> {
  readonly payload: Static<S>;
  readonly deps: Resolved<D>;
  /** Ends when the process shuts down; long work stops at the next safe point. */
  readonly signal: AbortSignal;
  /** 1 for the first try. */
  readonly attempt: number;
}

/** Work that survives the process: at least once, so `run` bears being run twice. */
export interface JobDeclaration<S extends TSchema = TSchema, D extends Deps = Deps> {
  /** `<module>.<name>`. */
  readonly id: string;
  readonly payload: S;
  /** Five cron fields in UTC; the payload is then `{}`, and every tick runs once across processes. */
  readonly cron?: string;
  /** A job with `cron` that every process also runs once as soon as it works: a look at what others left behind. */
  readonly atStart?: boolean;
  readonly maxAttempts?: number;
  /**
   * `outside` for work that mostly waits for peers outside the platform: it has places of its own, many of them, so
   * that peers that hang keep nothing else from running.
   */
  readonly lane?: 'outside';
  readonly deps?: D;
  run(input: JobRun<S, D>): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: jobs of different payloads stand in one list
export type AnyJob = JobDeclaration<any, any>;

export const defineJob = <const S extends TSchema, const D extends Deps>(
  declaration: JobDeclaration<S, D>,
): JobDeclaration<S, D> => Object.freeze(declaration);

const Nothing = Type.Object({});

/** Declares work that the clock asks for: a tick that fails is not tried again, since the next one follows. */
export const defineCronJob = <const D extends Deps>(
  declaration: Omit<JobDeclaration<typeof Nothing, D>, 'payload' | 'maxAttempts'> & { readonly cron: string },
): JobDeclaration<typeof Nothing, D> => defineJob({ ...declaration, payload: Nothing, maxAttempts: 1 });

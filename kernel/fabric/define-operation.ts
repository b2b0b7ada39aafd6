import type { Static, TSchema } from 'typebox';
import type { Deps, Resolved } from '../di/index.ts';
import type { Principal } from '../permissions/index.ts';
import type { Artifact } from './artifacts/artifact.ts';

export interface OperationResult {
  readonly output: unknown;
  readonly artifact?: Artifact;
}

export interface OperationRun<S extends TSchema, D extends Deps> {
  readonly params: Static<S>;
  readonly principal: Principal;
  readonly deps: Resolved<D>;
  readonly signal: AbortSignal;
  /** Stable for one effect: a retried step carries the same id, so that receivers can recognise it. */
  readonly effect_id: string;
  /** Ids of the causing events, oldest first (DECISIONS 28). */
  readonly causation: readonly string[];
  /** Payload of the event that started the chain, if any. */
  readonly trigger: unknown;
  /** Artifact of an earlier step or of the event; present for operations that declare `accepts`. */
  readonly artifact?: Artifact;
}

interface OperationFacts<S extends TSchema> {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly input: S;
  readonly produces?: readonly string[];
  readonly accepts?: readonly string[];
  /** Event types it may publish beside what staging does; with these, cycles are found before they are saved. */
  readonly emits?: readonly string[];
  /** Null only for sinks; those need an unscoped org_admin to be invoked (SPEC 4.5, 5.9). */
  readonly permission: string | null;
}

/** Answers or notifies; never touches a device. */
export interface ReadOperation<S extends TSchema = TSchema, D extends Deps = Deps> extends OperationFacts<S> {
  readonly write: false;
  readonly output?: TSchema;
  /** Whether it does something outside the platform; a shadow run does not carry it out. Default: sinks do. */
  readonly effect?: boolean;
  readonly deps?: D;
  /** The input as it is while other modules add to it; without it, `input`. The same object while nothing changes. */
  inputNow?(deps: Resolved<D>): TSchema;
  run(input: OperationRun<S, D>): Promise<OperationResult>;
}

/** Has no `run`: it names a staged feature and can only be staged. */
export interface WriteOperation<S extends TSchema = TSchema> extends OperationFacts<S> {
  readonly write: true;
  readonly feature: string;
  readonly operation: 'create' | 'update' | 'delete';
  /** As the feature says it of itself: update and delete need no `target_id`. */
  readonly singleton?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: operations of different inputs stand in one catalog
export type AnyOperation = ReadOperation<any, any> | WriteOperation<any>;

export const readOperation = <const S extends TSchema, const D extends Deps>(
  declaration: Omit<ReadOperation<S, D>, 'write'>,
): AnyOperation => Object.freeze({ ...declaration, write: false });

export const writeOperation = <const S extends TSchema>(
  declaration: Omit<WriteOperation<S>, 'write'>,
): AnyOperation => Object.freeze({ ...declaration, write: true });

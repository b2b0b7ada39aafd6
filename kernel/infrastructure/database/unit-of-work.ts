import type { CompiledQuery, Kysely } from 'kysely';
import type { Principal } from '../../permissions/index.ts';
import type { Tables } from './tables/tables.ts';

/** Rooms above add what belongs to a change: `events`, `audit`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in the rooms above
export interface UnitParts {}

/** One transaction, bound to one principal's scope; there is no other way to data. */
export interface Unit {
  readonly principal: Principal;
  readonly organization_id: string;
  readonly mode: 'read' | 'write';
  /** Query builder inside the transaction. */
  readonly sql: Kysely<Tables>;
  /**
   * Whether the guards of writes found, inside this unit, that its principal still is who they were let in as; false
   * where no guard looks. Rejects with their refusal.
   */
  guarded(): Promise<boolean>;
  /**
   * Adds a statement that travels together with COMMIT, made when the unit's work is done; its failure
   * undoes everything: ``unit.withCommit(() => sql`…`.compile(unit.sql))``. `failedAs` says what a refusal by the
   * server means to the caller of the unit, who knows nothing of the statement; without an answer it is not asked.
   * What is returned gives its rows once the unit has ended.
   */
  withCommit<R>(statement: () => CompiledQuery<R>, failedAs?: (cause: unknown) => Error): () => readonly R[];
  /** Runs after a successful COMMIT; exceptions are logged, never raised. */
  afterCommit(work: () => void | Promise<void>): void;
}

export type UnitOfWork = Unit & UnitParts;

/** Makes one part of a unit; called when a unit first uses the part. */
export interface PartDeclaration<K extends keyof UnitParts = keyof UnitParts> {
  readonly name: K;
  readonly create: (unit: Unit) => UnitParts[K];
}

/** A written reason to reach data without an organization's scope, listed and tested. */
export interface Exemption {
  readonly id: string;
  readonly reason: string;
}

const exemptions = new Map<string, Exemption>();

export function exempt(id: string, reason: string): Exemption {
  const exemption = Object.freeze({ id, reason });
  exemptions.set(id, exemption);
  return exemption;
}

/** Every exemption that loaded code declares. */
export const declaredExemptions = (): readonly Exemption[] => [...exemptions.values()];

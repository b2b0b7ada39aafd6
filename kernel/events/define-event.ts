import type { Static, TSchema } from 'typebox';
import type { Access } from '../permissions/index.ts';

export type EventPriority = 'low' | 'normal' | 'high' | 'critical';

/** An event type a module publishes (SPEC 2.2 EventSpec, 6.1). */
export interface EventDeclaration<S extends TSchema = TSchema> {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly payload: S;
  /** Media types of the artifact it carries; empty means pure data. */
  readonly produces?: readonly string[];
  readonly category: string;
  readonly priority?: EventPriority;
  /** Access that a subscriber needs (DECISIONS 31). */
  readonly access: Access;
}

/** Declares an event type as a value; `work.events.publish(value, payload)` checks the payload by type. */
export const defineEvent = <const S extends TSchema>(declaration: EventDeclaration<S>): EventDeclaration<S> =>
  Object.freeze(declaration);

export type PayloadOf<E> = E extends EventDeclaration<infer S> ? Static<S> : never;

/** An event as the log holds it and everyone receives it (DECISIONS 30). */
export interface LoggedEvent {
  readonly id: string;
  /** Place in the log, given after commit; strictly rising, no gaps that fill later. */
  readonly cursor: number;
  readonly organization_id: string;
  readonly site_id: string | null;
  readonly event_type: string;
  readonly category: string;
  readonly priority: EventPriority;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Ids of what led to this event, oldest first. */
  readonly causation: readonly string[];
  readonly occurred_at: string;
}

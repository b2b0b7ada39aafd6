import type { Deps, Resolved } from '../di/index.ts';
import type { LoggedEvent } from './define-event.ts';

/** Name by which a durable listener reads the log (`connections`): lower-case words, one module each. */
export type ConsumerKind = string;

export const isConsumerKind = (kind: string): boolean => /^[a-z]+(_[a-z]+)*$/.test(kind) && kind.length <= 32;

/**
 * Durable: every committed event reaches it at least once, in batches, through a job enqueued exactly once
 * per kind and batch; it must be idempotent on the event id.
 */
export interface DurableListener<D extends Deps = Deps> {
  readonly durability: 'durable';
  readonly id: string;
  readonly kind: ConsumerKind;
  readonly deps?: D;
  handle(events: readonly LoggedEvent[], deps: Resolved<D>): Promise<void>;
}

/** Live: called for events as this process learns of them; nothing is kept for it. */
export interface LiveListener<D extends Deps = Deps> {
  readonly durability: 'live';
  readonly id: string;
  readonly deps?: D;
  handle(events: readonly LoggedEvent[], deps: Resolved<D>): void;
}

// biome-ignore lint/suspicious/noExplicitAny: listeners of different dependencies stand in one list
export type AnyListener = DurableListener<any> | LiveListener<any>;

export const durableListener = <const D extends Deps>(
  declaration: Omit<DurableListener<D>, 'durability'>,
): AnyListener => Object.freeze({ ...declaration, durability: 'durable' });

export const liveListener = <const D extends Deps>(
  declaration: Omit<LiveListener<D>, 'durability'>,
): AnyListener => Object.freeze({ ...declaration, durability: 'live' });

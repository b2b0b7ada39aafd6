import type { DeliveryKind, DeliveryStatus } from '../../entities/webhook-delivery.ts';
import { backoffMs, RETRY_SPAN_MS } from './backoff.ts';

/** Outcome of one try. */
export type TryResult =
  | 'delivered'
  /** Answered with anything but 2xx, or not reached. */
  | 'failed'
  /** 410: the receiver is gone for good. */
  | 'gone'
  /** The template does not fit the event; nothing was sent. */
  | 'unresolved'
  /** The platform had no place for it; nothing was sent. */
  | 'busy'
  /** This process ends; the peer may or may not have received it. */
  | 'aborted';

export interface Tried {
  readonly result: TryResult;
  readonly status: number | null;
  readonly error: string | null;
  readonly retry_after_seconds: number;
}

export interface TriedDelivery {
  readonly kind: DeliveryKind;
  /** This one included. */
  readonly attempts: number;
  readonly first_attempt_at: string;
  readonly aside: boolean;
}

export interface RetryOptions {
  readonly nowMs: number;
  readonly random: number;
  readonly ordered: boolean;
  /** There is room for one more that is tried beside the order. */
  readonly mayStepAside: boolean;
}

/** Changes of the delivery's row. */
export interface RetryDecision {
  readonly status: DeliveryStatus;
  readonly reason: string | null;
  readonly attempts: number;
  readonly next_attempt_ms: number | null;
  readonly aside: boolean;
}

const BUSY_MS = 1_000;
/** A receiver that lives and refuses one event so often no longer holds up those after it. */
const REFUSALS_IN_ORDER = 3;
/** Refusals that speak of the moment, not of the event. */
const PASSING = new Set([408, 425, 429]);

export function decideRetry(delivery: TriedDelivery, tried: Tried, options: RetryOptions): RetryDecision {
  const { attempts, aside, kind } = delivery;
  const ended = (status: DeliveryStatus, reason: string | null): RetryDecision => ({
    status,
    reason,
    attempts,
    next_attempt_ms: null,
    aside,
  });
  const { nowMs, random } = options;
  if (tried.result === 'delivered') return ended('delivered', null);
  if (tried.result === 'gone') return ended('failed', 'gone');
  if (tried.result === 'unresolved') return ended('failed', `template_unresolved: ${tried.error}`);
  const waiting = { status: 'waiting', reason: tried.error, attempts, aside } as const;
  if (tried.result === 'busy')
    return { ...waiting, attempts: attempts - 1, next_attempt_ms: nowMs + BUSY_MS * (1 + random) };
  if (tried.result === 'aborted') return { ...waiting, next_attempt_ms: nowMs };
  if (kind === 'test') return ended('failed', tried.error);
  const next_attempt_ms = nowMs + backoffMs(attempts, random, tried.retry_after_seconds);
  if (next_attempt_ms > Date.parse(delivery.first_attempt_at) + RETRY_SPAN_MS)
    return ended('failed', `gave_up: ${tried.error}`);
  return {
    ...waiting,
    next_attempt_ms,
    aside: aside || (options.mayStepAside && stepsAside(attempts, tried, options)),
  };
}

const stepsAside = (attempts: number, { status }: Tried, { ordered }: RetryOptions): boolean =>
  !ordered ||
  (attempts >= REFUSALS_IN_ORDER && status !== null && status >= 400 && status < 500 && !PASSING.has(status));

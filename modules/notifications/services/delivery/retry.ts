import { PatchbayError } from '@patchbay/kernel/errors';
import { OutboundFailure } from '@patchbay/kernel/outbound';

/** Why a message did not get out. */
export interface Failure {
  readonly type: string;
  readonly message: string;
  /** No later try can succeed. */
  readonly isLasting: boolean;
  readonly retryAfterSeconds: number | null;
}

interface Tried {
  readonly attempts: number;
  readonly created_at: string;
}

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 300_000;
export const MAX_ATTEMPTS = 20;
const MAX_AGE_MS = 6 * 3_600_000;
const MAX_MESSAGE = 500;
const MAX_RETRY_AFTER_SECONDS = 3_600;
const LASTING = new Set(['invalid', 'unprocessable', 'forbidden', 'not_found']);

/** A failure as the record keeps it: a code and a sentence, never a stack. */
export function failureOf(error: unknown): Failure {
  if (error instanceof PatchbayError)
    return {
      type: error.declaration.type ?? error.id,
      message: error.message.slice(0, MAX_MESSAGE),
      isLasting: LASTING.has(error.kind),
      retryAfterSeconds: error.retryAfterSeconds ?? null,
    };
  const [type, message] =
    error instanceof OutboundFailure
      ? [error.code, error.message]
      : ['internal', 'The message could not be sent.'];
  return { type, message, isLasting: false, retryAfterSeconds: null };
}

/**
 * When the message is tried again: with pauses that double up to five minutes, a fifth of them by chance so that
 * receivers that come back are not met by all at once; null after 20 tries or six hours.
 */
export function retryAt(
  deliveries: readonly Tried[],
  { isLasting, retryAfterSeconds }: Failure,
  failures: number,
  now: Date,
  chance: () => number = Math.random,
): Date | null {
  const attempts = 1 + Math.max(0, ...deliveries.map((each) => each.attempts));
  const oldestMs = Math.min(...deliveries.map(({ created_at }) => Date.parse(created_at)));
  if (isLasting || attempts >= MAX_ATTEMPTS || now.getTime() - oldestMs >= MAX_AGE_MS) return null;
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 16));
  const askedMs = Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS) * 1_000;
  return new Date(now.getTime() + Math.max(askedMs, pauseMs * (0.9 + 0.2 * chance())));
}

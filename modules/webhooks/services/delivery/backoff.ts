/** A delivery is tried again for this long after its first attempt. */
export const RETRY_SPAN_MS = 86_400_000;
/** A subscription that failed for this long, without one success, is switched off. */
export const MAX_FAILING_MS = 3 * 86_400_000;

const FIRST_MS = 5_000;
const MAX_MS = 600_000;
const MAX_ASKED_MS = 3_600_000;

/**
 * Milliseconds until the next try: doubling from 5 seconds up to ten minutes, the upper half of it by chance, so
 * that a receiver that returns is not met by all queues at once, and yet within ten minutes. `Retry-After` of the
 * receiver is kept to an hour.
 */
export function backoffMs(attempts: number, random: number, retryAfterSeconds = 0): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(Math.max(attempts - 1, 0), 20));
  const wait = full / 2 + (full / 2) * random;
  return Math.round(Math.max(wait, Math.min(retryAfterSeconds * 1_000, MAX_ASKED_MS)));
}

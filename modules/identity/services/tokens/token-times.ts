import type { JWTPayload } from 'jose';

/** Clocks of processes that share the work may differ by so much. */
const SKEW_SECONDS = 60;

/**
 * Whether the times of a token can be ours: issued not after now, and never for longer than its kind lives. A key
 * that leaks makes no token for years.
 */
export function isInReason({ iat, exp }: JWTPayload, now: Date, maxSeconds: number): boolean {
  if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp)) return false;
  const [issued, ends] = [Number(iat), Number(exp)];
  return issued <= now.getTime() / 1_000 + SKEW_SECONDS && ends > issued && ends - issued <= maxSeconds;
}

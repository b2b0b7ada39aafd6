const SOON_MS = 7 * 86_400_000;

/** `endless` keys do not end, `soon` within a week. */
export type KeyLife = 'endless' | 'good' | 'soon' | 'ended';

export function lifeOf(expires_at: string | null, nowMs: number): KeyLife {
  if (expires_at === null) return 'endless';
  const leftMs = Date.parse(expires_at) - nowMs;
  return leftMs <= 0 ? 'ended' : leftMs < SOON_MS ? 'soon' : 'good';
}

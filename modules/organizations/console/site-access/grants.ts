/** The platform takes so many at once. */
export const MOST_GRANTS = 200;

export interface GrantChoice {
  readonly user_ids: readonly string[];
  readonly site_ids: readonly string[];
  readonly expires_at: string | null;
  readonly reason: string;
}

/** One grant for each pair of a user and a site. */
export const grantsOf = ({ user_ids, site_ids, expires_at, reason }: GrantChoice) =>
  user_ids.flatMap((user_id) =>
    site_ids.map((site_id) => ({
      user_id,
      site_id,
      ...(expires_at === null ? {} : { expires_at }),
      ...(reason === '' ? {} : { reason }),
    })),
  );

interface Ending {
  readonly expires_at: string | null;
  readonly ended_at: string | null;
}

const SOON_MS = 7 * 86_400_000;

/** Whether a grant holds, ends within a week, or has run out. */
export function grantState(
  { expires_at, ended_at }: Ending,
  nowMs = Date.now(),
): 'holds' | 'ends_soon' | 'ended' {
  if (ended_at !== null) return 'ended';
  if (expires_at === null) return 'holds';
  const leftMs = Date.parse(expires_at) - nowMs;
  if (leftMs <= 0) return 'ended';
  return leftMs <= SOON_MS ? 'ends_soon' : 'holds';
}

import type { StoragePool } from '@patchbay/vendor-kit';
export interface Condition {
  readonly status: StoragePool['status'];
  /** Whether a capacity warning stands. */
  readonly is_full: boolean;
}

export interface PoolChange {
  readonly now: Condition;
  readonly degraded: boolean;
  readonly filled: boolean;
}

/** A pool that is seen for the first time is compared with a healthy one, so that an old trouble is published once. */
const UNSEEN: Condition = { status: 'healthy', is_full: false };
/** Percentage points below the threshold under which usage falls before the next warning counts. */
const REARM_POINTS = 5;

/** Null where the sizes are not known. */
export const usedPercent = ({
  used_bytes,
  total_bytes,
}: Pick<StoragePool, 'used_bytes' | 'total_bytes'>): number | null =>
  used_bytes === null || total_bytes === null || total_bytes <= 0 ? null : (used_bytes / total_bytes) * 100;

/** Compares a pool with its former condition. Leaving `healthy` is news; from bad to worse is none. */
export function poolChange(before: Condition | undefined, pool: StoragePool, warnAt: number): PoolChange {
  const { status, is_full } = before ?? UNSEEN;
  const percent = usedPercent(pool);
  const isFull = percent === null ? is_full : percent >= (is_full ? warnAt - REARM_POINTS : warnAt);
  return {
    now: { status: pool.status, is_full: isFull },
    degraded: status === 'healthy' && pool.status !== 'healthy',
    filled: isFull && !is_full,
  };
}

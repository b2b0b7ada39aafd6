import type { StoragePool } from '@patchbay/vendor-kit';
import t from 'tap';
import { type Condition, poolChange } from '../services/pools/pool-change.ts';

const pool = (
  status: StoragePool['status'],
  used: number | null,
  total: number | null = 1_000,
): StoragePool => ({
  name: 'tank',
  node: 'pve1',
  kind: 'zfs',
  status,
  detail: null,
  used_bytes: used,
  total_bytes: total,
});
const changes = (before: Condition | undefined, now: StoragePool) => poolChange(before, now, 85);
const fine: Condition = { status: 'healthy', is_full: false };
const full: Condition = { status: 'healthy', is_full: true };

t.test('a pool is degraded when it leaves health, and once until it is healthy again', async (t) => {
  t.match(changes(fine, pool('degraded', 1)), {
    degraded: true,
    now: { status: 'degraded', is_full: false },
  });
  t.match(changes(fine, pool('unavailable', 1)), { degraded: true });
  t.match(changes(fine, pool('healthy', 1)), { degraded: false });
  for (const status of ['degraded', 'unavailable'] as const)
    for (const next of ['healthy', 'degraded', 'unavailable'] as const)
      t.match(changes({ status, is_full: false }, pool(next, 1)), { degraded: false, now: { status: next } });
});

t.test('one that is in trouble when it is seen for the first time is told', async (t) => {
  t.match(changes(undefined, pool('degraded', 900)), { degraded: true, filled: true });
  t.match(changes(undefined, pool('healthy', 849)), { degraded: false, filled: false });
});

t.test('the warning of capacity comes at the threshold and counts again below its hysteresis', async (t) => {
  t.match(changes(fine, pool('healthy', 849)), { filled: false, now: { is_full: false } });
  t.match(changes(fine, pool('healthy', 850)), { filled: true, now: { is_full: true } });
  t.match(changes(full, pool('healthy', 1_000)), { filled: false, now: { is_full: true } });
  t.match(changes(full, pool('healthy', 800)), { filled: false, now: { is_full: true } });
  t.match(changes(full, pool('healthy', 799)), { filled: false, now: { is_full: false } });
});

t.test('sizes that are not known change nothing', async (t) => {
  const unknown = [pool('unavailable', null), pool('unavailable', 0, 0), pool('healthy', 5, null)];
  for (const before of [fine, full])
    for (const now of unknown)
      t.match(changes(before, now), { filled: false, now: { is_full: before.is_full } });
});

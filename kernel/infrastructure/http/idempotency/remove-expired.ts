import './table.ts';
import type { Clock } from '../../../telemetry/index.ts';
import { type Database, exempt } from '../../database/index.ts';

const cleanup = exempt('http.idempotency-cleanup', 'removes expired idempotency keys of every organization');

/** Removes idempotency keys that have expired, of every organization, at most `most` rows; answers how many. */
export function removeExpiredKeys(
  database: Pick<Database, 'asSystem'>,
  clock: Clock,
  most = 10_000,
): Promise<number> {
  const now = clock.now().toISOString();
  return database.asSystem(cleanup, async (query) => {
    const expired = query
      .selectFrom('idempotency_keys')
      .select('id')
      .where('expires_at', '<', now)
      .limit(most);
    const { numDeletedRows } = await query
      .deleteFrom('idempotency_keys')
      .where('id', 'in', expired)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}

import { sql, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
import type { Clock } from '@patchbay/kernel/telemetry';

/** Owner of the key, locked until the unit ends; undefined for one that is revoked or absent. */
export async function lockedOwner({ sql: trx }: Unit, id: string): Promise<string | undefined> {
  const key = await trx
    .selectFrom('api_keys')
    .select('user_id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return key?.user_id;
}

/** Revokes a key that is locked, and puts it on record. */
export async function revokeKey(work: UnitOfWork, id: string, clock: Clock, action: string): Promise<void> {
  const { prefix, user_id } = await work.sql
    .updateTable('api_keys')
    .set({ revoked_at: clock.now().toISOString(), updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .returning(['prefix', 'user_id'])
    .executeTakeFirstOrThrow();
  work.audit.record({ action, target_type: 'api_key', target_id: id, detail: { prefix, user_id } });
}

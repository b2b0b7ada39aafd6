import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';

export const controllerColumns = [
  'id',
  'organization_id',
  'site_id',
  'credential_id',
  'vendor',
  'name',
  'url',
  'tls',
  'allow_plaintext',
  'status',
  'version',
  'model',
  'serial',
  'capabilities',
  'last_sync_at',
  'last_error',
  'failures',
  'created_at',
  'updated_at',
] as const;

/** The controller's row as the unit's principal may see it; locked when it is about to change. */
export async function controllerRow(
  { sql: db }: UnitOfWork,
  id: string,
  lock: 'none' | 'update' | 'share' = 'none',
) {
  const found = db
    .selectFrom('controllers')
    .select(controllerColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  const locked = lock === 'update' ? found.forNoKeyUpdate() : lock === 'share' ? found.forShare() : found;
  const row = await locked.executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export type ControllerRow = Awaited<ReturnType<typeof controllerRow>>;

/** By the time of the statement: a transaction that began before a reading may write after it. */
export const touched = {
  last_snapshot: null,
  touched_at: sql<string>`clock_timestamp()`,
} as const;

/** The next sync compares row by row, because rows were touched otherwise than by the last one. */
export async function forgetSnapshot({ sql: db }: UnitOfWork, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('controllers')
    .set(touched)
    .where('id', 'in', [...ids].sort())
    .execute();
}

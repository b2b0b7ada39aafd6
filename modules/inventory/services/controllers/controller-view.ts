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
  const one = found(db, id);
  const locked = lock === 'update' ? one.forNoKeyUpdate() : lock === 'share' ? one.forShare() : one;
  const row = await locked.executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const found = (db: UnitOfWork['sql'], id: string) =>
  db.selectFrom('controllers').select(controllerColumns).where('id', '=', id).where('deleted_at', 'is', null);

/** The same with its site, as far as the principal sees it. */
export async function controllerAtSite({ sql: db }: UnitOfWork, id: string) {
  const site = sql<{ readonly name: string; readonly slug: string } | null>`(
    select jsonb_build_object('name', s.name, 'slug', s.slug) from sites s where s.id = controllers.site_id)`;
  const row = await found(db, id).select(site.as('site')).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export type ControllerRow = Awaited<ReturnType<typeof controllerRow>>;

/** By the time of the statement: a transaction that began before a reading may write after it. */
export const touched = {
  last_snapshot: null,
  touched_at: sql<string>`clock_timestamp()`,
} as const;

/** Holds one whose objects are about to change; the next sync compares row by row. */
export async function touchController({ sql: db }: UnitOfWork, id: string) {
  const row = await db
    .updateTable('controllers')
    .set(touched)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['site_id', 'vendor'])
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The next sync compares row by row, because rows were touched otherwise than by the last one. */
export async function forgetSnapshot({ sql: db }: UnitOfWork, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('controllers')
    .set(touched)
    .where('id', 'in', [...ids].sort())
    .execute();
}

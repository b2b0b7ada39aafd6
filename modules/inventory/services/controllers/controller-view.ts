import { columnsOf, sql, TableRows, type UnitOfWork } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import { ControllerReply } from '../../schemas/controllers.ts';

export const controllers = new TableRows('controllers', {
  columns: [...columnsOf(ControllerReply), 'failures'],
  searched: ['name', 'url'],
  sort: 'name',
});

/** The same with its site, as far as the principal sees it. */
export async function controllerAtSite({ sql: db }: UnitOfWork, id: string) {
  const site = sql<{ readonly name: string; readonly slug: string } | null>`(
    select jsonb_build_object('name', s.name, 'slug', s.slug) from sites s where s.id = controllers.site_id)`;
  const found = db.selectFrom('controllers').select(controllers.columns).select(site.as('site'));
  const row = await found.where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export type ControllerRow = Awaited<ReturnType<typeof controllers.get>>;

/** By the time of the statement: a transaction that began before a reading may write after it. */
export const touched = {
  last_snapshot: null,
  touched_at: sql<string>`clock_timestamp()`,
} as const;

export const touching = (db: UnitOfWork['sql'], id: string) =>
  db.updateTable('controllers').set(touched).where('id', '=', id).where('deleted_at', 'is', null);

/** Holds one whose objects are about to change; the next sync compares row by row. */
export async function touchController({ sql: db }: UnitOfWork, id: string) {
  const row = await touching(db, id).returning(['site_id', 'vendor']).executeTakeFirst();
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

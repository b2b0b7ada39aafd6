import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import type { ControllerView } from '../../contract.ts';
import type { LastSnapshot } from '../../entities/controller.ts';
import { controllerChanged } from '../../errors.ts';

/** One reading of a controller under way. */
export interface Reading {
  readonly controller: ControllerView;
  /** When it began, by the database's clock. */
  readonly started_at: string;
  /** Nothing was ever read before: its objects were there all along. */
  readonly is_first: boolean;
  readonly last: LastSnapshot | null;
}

/** State of a controller before it is read. */
export type Earlier = Pick<Reading, 'is_first' | 'last'> & {
  /** The last contact failed, so that the next one may as well. */
  readonly is_suspect: boolean;
};

export async function earlierOf({ sql: db }: UnitOfWork, controller_id: string): Promise<Earlier> {
  const row = await db
    .selectFrom('controllers')
    .select(['last_snapshot', 'last_sync_at', 'failures'])
    .where('id', '=', controller_id)
    .executeTakeFirst();
  return {
    is_first: row?.last_sync_at == null,
    last: row?.last_snapshot ?? null,
    is_suspect: (row?.failures ?? 0) > 0,
  };
}

export interface Held {
  /** Site of the controller by now. */
  readonly site_id: string;
  /** Rows that syncs write were written since the reading began, so that it may be outdated. */
  readonly is_touched: boolean;
}

/**
 * Holds the controller's row while something that was read is written. Throws when the controller is gone by now,
 * or is to be found elsewhere.
 */
export async function holdController(
  { sql: db }: UnitOfWork,
  { controller, started_at }: Reading,
  lock: 'share' | 'update',
): Promise<Held> {
  const found = db
    .selectFrom('controllers')
    .select(['site_id', 'url', 'vendor'])
    .select(sql<boolean>`touched_at is not null and touched_at > ${started_at}::timestamptz`.as('is_touched'))
    .where('id', '=', controller.id)
    .where('deleted_at', 'is', null);
  const row = await (lock === 'share' ? found.forShare() : found.forNoKeyUpdate()).executeTakeFirst();
  if (!row) throw notFound();
  if (row.url !== controller.url || row.vendor !== controller.vendor) throw controllerChanged();
  return row;
}

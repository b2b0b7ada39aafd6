import {
  containing,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type Tables,
  type Unit,
} from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import type { ChangeSetStatus } from '../../entities/change-set.ts';
import type { ChangeSetListItem, ChangeSetSchema } from '../../schemas/change-sets.ts';
import { targetOf } from '../record/target-name.ts';

export type SetRow = Selectable<Tables['change_sets']>;
export type ItemRow = Selectable<Tables['change_set_items']>;
export type SetView = Static<typeof ChangeSetSchema>;
export type SetListView = Static<typeof ChangeSetListItem>;

export type SetQuery = PageQuery & { readonly status?: ChangeSetStatus | undefined };

/** Over for good: its changes are free for another set. */
export const ENDED: readonly ChangeSetStatus[] = ['finished', 'stopped', 'cancelled'];

/** The set inside the unit's scope, held until the end of the transaction; `kernel.not_found` otherwise. */
export async function lockSet(unit: Unit, id: string): Promise<SetRow> {
  const row = await unit.sql
    .selectFrom('change_sets')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

/** In their order. */
export const itemsOf = (unit: Unit, set_id: string): Promise<readonly ItemRow[]> =>
  unit.sql
    .selectFrom('change_set_items')
    .selectAll()
    .where('set_id', '=', set_id)
    .orderBy('position')
    .execute();

export async function viewOfSet(unit: Unit, id: string): Promise<SetView> {
  const [set, items] = await Promise.all([
    unit.sql.selectFrom('change_sets').selectAll().where('id', '=', id).executeTakeFirst(),
    unit.sql
      .selectFrom('change_set_items as i')
      .innerJoin('pending_changes as c', 'c.id', 'i.change_id')
      .select([
        'i.change_id',
        'i.position',
        'i.outcome',
        'i.error',
        'i.error_type',
        'i.attempt_id',
        'i.started_at',
        'i.finished_at',
        'c.controller_id',
        'c.site_id',
        'c.feature',
        'c.operation',
        'c.target_id',
        'c.payload',
        'c.base',
        'c.status as change_status',
      ])
      .where('i.set_id', '=', id)
      .orderBy('i.position')
      .execute(),
  ]);
  if (set === undefined) throw notFound();
  const done = items.filter(({ outcome }) => isDone(outcome)).length;
  return { ...shown(set, { total: items.length, done }), changes: items.map(viewOfItem) };
}

function viewOfItem<T extends Parameters<typeof targetOf>[0]>({ payload, base, ...item }: T) {
  return { ...item, target_name: targetOf({ operation: item.operation, payload, base }) };
}

export const isDone = (outcome: ItemRow['outcome']): boolean =>
  outcome !== 'pending' && outcome !== 'applying';

/** Newest first by default. */
export async function pageOfSets(unit: Unit, query: SetQuery): Promise<Page<SetListView>> {
  let found = unit.sql.selectFrom('change_sets');
  if (query.status !== undefined) found = found.where('status', '=', query.status);
  if (query.site_id !== undefined) found = found.where(sql<boolean>`${query.site_id}::uuid = any(site_ids)`);
  if (query.search) found = found.where('name', 'ilike', containing(query.search));
  const page = await readPage(found.selectAll(), query, { sort: '-created_at' });
  const counts = await countsOf(
    unit,
    page.items.map(({ id }) => id),
  );
  return { ...page, items: page.items.map((row) => shown(row, counts.get(row.id) ?? { total: 0, done: 0 })) };
}

interface Counts {
  readonly total: number;
  readonly done: number;
}

async function countsOf(unit: Unit, ids: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Counts & { set_id: string }>`
    select set_id, count(*)::integer as total,
      (count(*) filter (where outcome not in ('pending', 'applying')))::integer as done
    from change_set_items where set_id = any(${ids}::uuid[]) group by set_id`.execute(unit.sql);
  return new Map(rows.map(({ set_id, ...counts }) => [set_id, counts]));
}

const shown = ({ site_ids, actor, epoch, canary_passed, ...row }: SetRow, counts: Counts): SetListView => ({
  ...row,
  ...counts,
});

import { type SelectQueryBuilder, sql } from 'kysely';
import { type Page, type PageQuery, pageOf } from './page.ts';

/** Parameters of a list query that decide which rows a page holds. */
export type PageCut = Pick<PageQuery, 'page' | 'per_page' | 'sort'>;

/** The order of a list (DECISIONS 2): by a field, ended by `id`. */
export interface PageOrder {
  /** `field` or `-field`, taken when the query names none. */
  readonly sort: string;
  /** The table that the field and `id` belong to, where a join makes their bare names ambiguous. */
  readonly table?: string;
  /** Rows alike in the field follow its direction by `id`, unless they are always to ascend. */
  readonly ties?: 'asc';
}

/** Cuts one page, ordered by the declared field asked for and ended by `id`, so that pages never overlap. */
export function pageOrdered<DB, TB extends keyof DB, O>(
  found: SelectQueryBuilder<DB, TB, O>,
  { sort: wanted, page, per_page }: PageCut,
  { sort, table, ties }: PageOrder,
): SelectQueryBuilder<DB, TB, O> {
  const order = wanted ?? sort;
  const direction = order.startsWith('-') ? 'desc' : 'asc';
  const field = order.replace(/^-/, '');
  const column = (name: string) => sql.ref(table === undefined ? name : `${table}.${name}`);
  const ordered = found.orderBy(column(field), direction);
  return (field === 'id' ? ordered : ordered.orderBy(column('id'), ties ?? direction))
    .limit(per_page)
    .offset((page - 1) * per_page);
}

/**
 * Reads one page of a list together with its total. `found` is narrowed and says its columns; the total counts the
 * same rows without them. `query.sort` goes into the statement as a column name: only declared fields may get here.
 */
export async function readPage<DB, TB extends keyof DB, O>(
  found: SelectQueryBuilder<DB, TB, O>,
  query: PageCut,
  order: PageOrder,
): Promise<Page<PageRow<O>>> {
  const [items, total] = await Promise.all([pageOrdered(found, query, order).execute(), totalOf(found)]);
  return pageOf(items, total, query);
}

/** Count of a list's rows over all its pages. */
export async function totalOf<DB, TB extends keyof DB, O>(
  found: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const counted = await found
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ readonly total: number }>()
    .executeTakeFirstOrThrow();
  return counted.total;
}

type PageRow<O> = Awaited<ReturnType<SelectQueryBuilder<never, never, O>['execute']>>[number];

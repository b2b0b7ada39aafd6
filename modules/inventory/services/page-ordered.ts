import { type PageQuery, sql } from '@patchbay/kernel/database';
import type { SelectQueryBuilder } from 'kysely';

/** Cuts one page, ordered by the declared field asked for and ended by `id`, so that pages never overlap. */
export function pageOrdered<DB, TB extends keyof DB, O>(
  found: SelectQueryBuilder<DB, TB, O>,
  { sort, page, per_page }: PageQuery,
  fallback: string,
): SelectQueryBuilder<DB, TB, O> {
  const wanted = sort ?? fallback;
  const direction = wanted.startsWith('-') ? 'desc' : 'asc';
  return found
    .orderBy(sql.ref(direction === 'desc' ? wanted.slice(1) : wanted), direction)
    .orderBy(sql.ref('id'), direction)
    .limit(per_page)
    .offset((page - 1) * per_page);
}

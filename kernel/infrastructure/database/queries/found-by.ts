import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../../schema/index.ts';
import { containing } from './page.ts';

/** Columns that the `search` of a list looks into. */
export interface Searched {
  /** Texts that may contain it. */
  readonly texts: readonly RawBuilder<unknown>[];
  /** UUIDs that it may be, whole: those have an index. */
  readonly ids?: readonly RawBuilder<unknown>[];
}

/** Condition of rows that a list finds by `search`; without one, of all. */
export function foundBy(search: string | undefined, { texts, ids = [] }: Searched): RawBuilder<boolean> {
  if (!search) return sql<boolean>`true`;
  const conditions = [
    ...texts.map((text) => sql`${text} ilike ${containing(search)}`),
    ...(isUuid(search) ? ids.map((id) => sql`${id} = ${search}::uuid`) : []),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

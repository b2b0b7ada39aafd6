import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { ArtifactReference } from '@patchbay/kernel/fabric';
import { newId } from '@patchbay/kernel/schema';
import type { StoreId } from './stores/stores.ts';

export interface ArtifactRow extends ArtifactReference {
  readonly id: string;
  readonly organization_id: string;
  readonly place: StoreId;
  readonly status: 'storing' | 'stored' | 'removing';
}

export type NewArtifact = Pick<ArtifactRow, 'token' | 'sha256' | 'size' | 'media_type' | 'place'> & {
  readonly key: string;
};

const columns = [
  'id',
  'organization_id',
  'token',
  'sha256',
  'size',
  'media_type',
  'place',
  'status',
] as const;

/** Bytes under way may belong to a dead process; waits for them end here. */
const STORING = sql<string>`now() + interval '1 hour'`;

export const keptFor = (days: number) => sql<string>`now() + make_interval(days => ${days}::integer)`;

/** The artifact of an earlier use of this key. */
export const storedUnder = ({ sql: db }: UnitOfWork, key: string): Promise<ArtifactRow | undefined> =>
  db
    .selectFrom('artifacts')
    .select(columns)
    .where('key', '=', key)
    .where('status', '=', 'stored')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export async function bytesKept({ sql: db, organization_id }: UnitOfWork): Promise<number> {
  const { total } = await db
    .selectFrom('artifacts')
    .select((each) => each.fn.sum<string>('size').as('total'))
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/** The row that says that these bytes are about to be there; the one of an earlier try, where there was one. */
export const beginRow = (
  { sql: db, organization_id }: UnitOfWork,
  artifact: NewArtifact,
): Promise<ArtifactRow> =>
  db
    .insertInto('artifacts')
    .values({ id: newId(), organization_id, ...artifact, status: 'storing', kept_until: STORING })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'key', 'sha256'])
        .doUpdateSet({ kept_until: sql<string>`greatest(artifacts.kept_until, ${STORING})` }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();

/** False when the row was swept meanwhile. */
export async function endRow({ sql: db }: UnitOfWork, id: string, days: number): Promise<boolean> {
  const ended = await db
    .updateTable('artifacts')
    .set({ status: 'stored', kept_until: keptFor(days), updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('status', '<>', 'removing')
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

/** The row that a reference means, whole: a token beside another hash, size or kind means nothing. */
export const rowOf = (
  { sql: db }: UnitOfWork,
  { token, sha256, size, media_type }: ArtifactReference,
): Promise<ArtifactRow | undefined> =>
  db
    .selectFrom('artifacts')
    .select(columns)
    .where('token', '=', token)
    .where('sha256', '=', sha256)
    .where('size', '=', size)
    .where('media_type', '=', media_type)
    .where('status', '=', 'stored')
    .executeTakeFirst();

/** Extends the time of a row that is there; also makes a sweep that is about to take it wait, or find that it may not. */
export async function extendRow(
  { sql: db }: UnitOfWork,
  id: string,
  until: ReturnType<typeof keptFor>,
): Promise<boolean> {
  const extended = await db
    .updateTable('artifacts')
    .set((each) => ({ kept_until: each.fn('greatest', ['kept_until', until]) }))
    .where('id', '=', id)
    .where('status', '=', 'stored')
    .executeTakeFirst();
  return extended.numUpdatedRows === 1n;
}

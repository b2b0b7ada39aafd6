import { sql, type Unit } from '@patchbay/kernel/database';
import { isUuid } from '@patchbay/kernel/schema';

/** Finds a site by its id or its slug. */
export type SiteByWord = (word: string) => string | undefined;

/** The sites that the principal sees, by the words that a file has for them; an id goes before a slug. */
export async function namedSites(
  { sql: db }: Unit,
  words: readonly (string | undefined)[],
): Promise<SiteByWord> {
  const wanted = words.filter((word) => word !== undefined);
  const ids = wanted.filter((word) => isUuid(word));
  const rows = await db
    .selectFrom('sites')
    .select(['id', 'slug'])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(id = any (${ids}::uuid[]) or slug = any (${wanted}::text[]))`)
    .execute();
  const byId = new Map(rows.map(({ id }) => [id, id]));
  const bySlug = new Map(rows.map(({ id, slug }) => [slug, id]));
  return (word) => byId.get(word.toLowerCase()) ?? bySlug.get(word);
}

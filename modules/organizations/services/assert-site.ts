import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';

/**
 * For modules whose rows stand at sites, before one is written there: throws `kernel.not_found` for a site outside the
 * unit's organization and grants (SPEC 2.1). The site cannot be erased until the unit ends.
 */
export async function assertSite({ sql: db }: UnitOfWork, site_id: string): Promise<void> {
  const found =
    await sql`select 1 from sites where id = ${site_id}::uuid and deleted_at is null for share`.execute(db);
  if (found.rows.length === 0) throw notFound();
}

import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';

/** Refuses a site outside the unit's organization and grants as not found (SPEC 2.1). */
export async function assertSite({ sql: db }: UnitOfWork, site_id: string): Promise<void> {
  const found =
    await sql`select 1 from sites where id = ${site_id}::uuid and deleted_at is null for key share`.execute(
      db,
    );
  if (found.rows.length === 0) throw notFound();
}

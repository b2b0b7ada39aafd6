import { sql, type Unit } from '@patchbay/kernel/database';
import {
  type DashboardNotice,
  type DashboardPart,
  MAX_NOTICES,
} from '@patchbay/module-organizations/contract';

/** Pending writes, and those of them whose last attempt failed or has an unknown outcome. */
export const changesPart: DashboardPart = {
  name: 'changes',
  async read(unit) {
    const [counts, attention] = await Promise.all([waiting(unit), failed(unit)]);
    return { counts, attention };
  },
};

async function waiting({ sql: db }: Unit): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<Record<'pending' | 'failed' | 'unknown', number>>`
    select count(*)::integer as pending,
      (count(*) filter (where last_outcome in ('failed', 'reverted')))::integer as failed,
      (count(*) filter (where last_outcome = 'unknown'))::integer as unknown
    from pending_changes where status = 'pending'`.execute(db);
  return { ...(rows[0] ?? { pending: 0, failed: 0, unknown: 0 }) };
}

async function failed({ sql: db }: Unit): Promise<readonly DashboardNotice[]> {
  const { rows } = await sql<DashboardNotice>`
    select id, feature as name, last_error as reason, updated_at as since from pending_changes
    where status = 'pending' and last_outcome in ('failed', 'reverted', 'unknown')
    order by updated_at desc, id limit ${MAX_NOTICES}::integer`.execute(db);
  return rows;
}

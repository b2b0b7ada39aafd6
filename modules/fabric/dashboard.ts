import { sql, type Unit } from '@patchbay/kernel/database';
import {
  type DashboardNotice,
  type DashboardPart,
  MOST_NOTICES,
} from '@patchbay/module-organizations/contract';

/** Connections, those that paused themselves, and those whose latest run failed. */
export const connectionsPart: DashboardPart = {
  name: 'connections',
  async read(unit) {
    const [counts, attention] = await Promise.all([states(unit), failing(unit)]);
    return { counts, attention };
  },
};

/** The latest run that ended, of each Connection that is on. */
const latest = sql`select c.id, c.name, c.paused_reason, c.updated_at, c.is_enabled, r.status, r.reason, r.finished_at
  from connections c left join lateral (
    select status, reason, finished_at from connection_runs
    where connection_id = c.id and not is_test and status in ('succeeded', 'failed')
    order by id desc limit 1) r on true
  where c.deleted_at is null`;

async function states({ sql: db }: Unit): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<Record<'enabled' | 'paused' | 'failing', number>>`
    select (count(*) filter (where is_enabled))::integer as enabled,
      (count(*) filter (where paused_reason is not null))::integer as paused,
      (count(*) filter (where is_enabled and status = 'failed'))::integer as failing
    from (${latest}) c`.execute(db);
  return { ...(rows[0] ?? { enabled: 0, paused: 0, failing: 0 }) };
}

async function failing({ sql: db }: Unit): Promise<readonly DashboardNotice[]> {
  const { rows } = await sql<DashboardNotice>`
    select id, name, coalesce(paused_reason, reason, 'the latest run failed') as reason,
      case when paused_reason is null then finished_at else updated_at end as since
    from (${latest}) c where paused_reason is not null or (is_enabled and status = 'failed')
    order by since desc, id limit ${MOST_NOTICES}::integer`.execute(db);
  return rows;
}

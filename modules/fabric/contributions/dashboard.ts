import { sql } from '@patchbay/kernel/database';
import {
  type DashboardNotice,
  type DashboardPart,
  MAX_NOTICES,
} from '@patchbay/module-organizations/contract';

interface Row extends Readonly<Record<'enabled' | 'paused' | 'failing', number>> {
  /** Null in the one row that there is when nothing needs a look. */
  readonly id: string | null;
  readonly name: string;
  readonly reason: string;
  readonly since: string;
}

/** Every Connection once, with its latest run that ended: how many there are of each state, and those to look at. */
export const connectionsNow = sql<Row>`
  with latest as materialized (
    select c.id, c.name, c.paused_reason, c.updated_at, c.is_enabled, r.status, r.reason, r.finished_at
    from connections c left join lateral (
      select status, reason, finished_at from connection_runs
      where connection_id = c.id and not is_test and status in ('succeeded', 'failed')
      order by id desc limit 1) r on true
    where c.deleted_at is null),
  counted as (
    select (count(*) filter (where is_enabled))::integer as enabled,
      (count(*) filter (where paused_reason is not null))::integer as paused,
      (count(*) filter (where is_enabled and status = 'failed'))::integer as failing
    from latest),
  noticed as (
    select id, name, coalesce(paused_reason, reason, 'the latest run failed') as reason,
      case when paused_reason is null then finished_at else updated_at end as since
    from latest where paused_reason is not null or (is_enabled and status = 'failed')
    order by since desc, id limit ${MAX_NOTICES}::integer)
  select counted.*, noticed.* from counted left join noticed on true order by noticed.since desc, noticed.id`;

/** Connections, those that paused themselves, and those whose latest run failed. */
export const connectionsPart: DashboardPart = {
  name: 'connections',
  async read({ sql: db }) {
    const { rows } = await connectionsNow.execute(db);
    const { enabled = 0, paused = 0, failing = 0 } = rows[0] ?? {};
    return { counts: { enabled, paused, failing }, attention: rows.flatMap(noticeOf) };
  },
};

const noticeOf = ({ id, name, reason, since }: Row): readonly DashboardNotice[] =>
  id === null ? [] : [{ id, name, reason, since }];

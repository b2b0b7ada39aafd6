import { sql, type Unit } from '@patchbay/kernel/database';
import {
  countsBy,
  type DashboardNotice,
  type DashboardPart,
  MAX_NOTICES,
} from '@patchbay/module-organizations/contract';

const counted = {
  table: 'alerts',
  column: 'status',
  states: ['open', 'acknowledged'],
  isSoftDeleted: false,
} as const;

/** Unresolved alerts; critical ones first. */
export const alertsPart: DashboardPart = {
  name: 'alerts',
  async read(unit) {
    const [counts, attention] = await Promise.all([countsBy(unit, counted), open(unit)]);
    return { counts, attention };
  },
};

async function open({ sql: db }: Unit): Promise<readonly DashboardNotice[]> {
  const { rows } = await sql<DashboardNotice>`
    select id, title as name, severity as reason, created_at as since from alerts where status = 'open'
    order by array_position(array['critical', 'warning', 'info'], severity), created_at desc, id
    limit ${MAX_NOTICES}::integer`.execute(db);
  return rows;
}

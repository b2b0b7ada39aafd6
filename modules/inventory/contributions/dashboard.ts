import { sql, type Unit } from '@patchbay/kernel/database';
import { contribute } from '@patchbay/kernel/extension';
import {
  countsBy,
  DASHBOARD_PARTS,
  type DashboardNotice,
  type DashboardPart,
  MAX_NOTICES,
} from '@patchbay/module-organizations/contract';

const devices: DashboardPart = {
  name: 'devices',
  read: async (unit) => ({
    counts: await countsBy(unit, {
      table: 'devices',
      column: 'status',
      states: ['online', 'offline'],
      isSoftDeleted: true,
    }),
    attention: [],
  }),
};

const controllers: DashboardPart = {
  name: 'controllers',
  async read(unit) {
    const counted = {
      table: 'controllers',
      column: 'status',
      states: ['unknown', 'online', 'unreachable', 'error'],
      isSoftDeleted: true,
    } as const;
    const [counts, attention] = await Promise.all([countsBy(unit, counted), silent(unit)]);
    return { counts, attention };
  },
};

/** Controllers that do not answer, or refuse us; the one that did so last comes first. */
async function silent({ sql: db }: Unit): Promise<readonly DashboardNotice[]> {
  const { rows } = await sql<DashboardNotice>`
    select id, name, last_error as reason, updated_at as since from controllers
    where status in ('unreachable', 'error') and deleted_at is null
    order by updated_at desc, id limit ${MAX_NOTICES}::integer`.execute(db);
  return rows;
}

export const inventoryDashboard = contribute(DASHBOARD_PARTS, devices, controllers);

import type { Unit } from '@patchbay/kernel/database';
import { contribute } from '@patchbay/kernel/extension';
import { ORGANIZATION_COUNTS, rowCount, SITE_COUNTS } from '@patchbay/module-organizations/contract';

type Counted = 'devices' | 'controllers';

async function perSite({ sql: db }: Unit, table: Counted, site_ids: readonly string[]) {
  const rows = await db
    .selectFrom(table)
    .select(['site_id', (e) => e.fn.countAll<number>().as('count')])
    .where('site_id', 'in', [...site_ids])
    .where('deleted_at', 'is', null)
    .groupBy('site_id')
    .execute();
  return new Map(rows.map(({ site_id, count }) => [site_id, count]));
}

/** Inventory counts of sites and the dashboard (SPEC 2.2: lists of sites show their devices). */
export const inventoryCounts = [
  ...contribute(
    SITE_COUNTS,
    { name: 'device_count', keepsSite: true, count: (unit, site_ids) => perSite(unit, 'devices', site_ids) },
    {
      name: 'controller_count',
      keepsSite: true,
      count: (unit, site_ids) => perSite(unit, 'controllers', site_ids),
    },
  ),
  ...contribute(ORGANIZATION_COUNTS, rowCount('devices'), rowCount('controllers')),
];

// only: site
import { contribute } from '@patchbay/kernel/extension';
import { SITE_COUNTS } from '@patchbay/module-organizations/contract';

/** A site with example items is not deleted before they are. */
export const exampleItemCounts = contribute(SITE_COUNTS, {
  name: 'example_item_count',
  keepsSite: true,
  async count({ sql: db }, site_ids) {
    const rows = await db
      .selectFrom('example_items')
      .select(['site_id', (e) => e.fn.countAll<number>().as('count')])
      .where('site_id', 'in', [...site_ids])
      .where('deleted_at', 'is', null)
      .groupBy('site_id')
      .execute();
    return new Map(rows.map(({ site_id, count }) => [site_id, count]));
  },
});

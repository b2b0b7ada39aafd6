// only: operation
import { contribute } from '@patchbay/kernel/extension';
import { REFERENCES } from '@patchbay/kernel/fabric';

/** Example items that params of steps name: an id of nothing is refused when a step is saved. */
export const exampleItemReferences = contribute(REFERENCES, {
  noun: 'example_item',
  async among({ sql: db }, ids) {
    const rows = await db
      .selectFrom('example_items')
      .select('id')
      .where('id', 'in', [...ids])
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ id }) => id);
  },
});

import { contribute } from '@patchbay/kernel/extension';
import { REFERENCES } from '@patchbay/kernel/fabric';

/** People that params of steps name. */
export const userReferences = contribute(REFERENCES, {
  noun: 'user',
  async among({ sql: db }, ids) {
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [...ids])
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ id }) => id);
  },
});

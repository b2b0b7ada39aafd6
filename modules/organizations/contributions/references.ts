import { contribute } from '@patchbay/kernel/extension';
import { REFERENCES } from '@patchbay/kernel/fabric';

/** Sites that params of steps name. */
export const siteReferences = contribute(REFERENCES, {
  noun: 'site',
  async among({ sql: db, principal: { site_ids } }, ids) {
    const rows = await db
      .selectFrom('sites')
      .select('id')
      .where('id', 'in', [...ids])
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ id }) => id).filter((id) => site_ids === null || site_ids.includes(id));
  },
});

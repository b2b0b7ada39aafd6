import { sql } from '@patchbay/kernel/database';
import type { ControllerFollower } from '@patchbay/module-inventory/contract';

/**
 * Pending changes of a controller stand at its site: grants, freezes and approval policies of the new one hold
 * from the moment of the move. Applied and discarded ones stay where they happened.
 */
export const pendingFollows: ControllerFollower = {
  async moved({ sql: db }, controller_id, site_id) {
    const { rows } = await sql<{ readonly id: string }>`
      update pending_changes set site_id = ${site_id}, updated_at = now()
      where controller_id = ${controller_id} and status = 'pending' returning id`.execute(db);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    for (const table of ['change_votes', 'change_attempts', 'change_set_items'])
      await sql`update ${sql.table(table)} set site_id = ${site_id} where change_id = any(${ids}::uuid[])`.execute(
        db,
      );
    await sql`update change_sets s set site_ids = (
        select array_agg(distinct i.site_id) from change_set_items i where i.set_id = s.id)
      where s.id in (select set_id from change_set_items where change_id = any(${ids}::uuid[]))`.execute(db);
  },
};

import type { ControllerFollower } from '@patchbay/module-inventory/contract';

/** Blobs stand at the site of their controller (DECISIONS 34). */
export const blobsFollow: ControllerFollower = {
  async moved({ sql: db }, controller_id, site_id) {
    await db
      .updateTable('stored_blobs')
      .set({ site_id })
      .where('controller_id', '=', controller_id)
      .execute();
  },
};

import { defineTable, p, rowSecurity, softDeletedColumns } from '@patchbay/kernel/database';

/** An artifact stored to stay, at the site of its change's controller (DECISIONS 34). */
export const StoredBlob = defineTable('stored_blobs', {
  columns: {
    ...softDeletedColumns,
    site_id: p.uuid(),
    controller_id: p.uuid(),
    artifact_id: p.uuid(),
    /** Empty without a name. */
    name: p.string(),
  },
  lock: rowSecurity('stored_blobs', 'site_id'),
  constraints: ['foreign key (artifact_id) references artifacts (id) on delete cascade'],
  indexes: [
    'create unique index stored_blobs_once on stored_blobs (artifact_id, controller_id, name) where deleted_at is null',
    'create index stored_blobs_controller on stored_blobs (controller_id) where deleted_at is null',
  ],
});

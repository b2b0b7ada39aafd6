import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** A comment on a change; neither edited nor deleted. */
export const ChangeComment = defineTable('change_comments', {
  columns: {
    ...tenantColumns,
    change_id: p.uuid(),
    site_id: p.uuid(),
    /** Null for the system. */
    author_id: p.uuid().nullable(),
    text: p.string(),
  },
  lock: rowSecurity('change_comments', 'site_id', 'select, insert'),
  constraints: ['foreign key (change_id) references pending_changes (id)'],
  indexes: ['create index change_comments_change on change_comments (change_id, created_at desc, id desc)'],
});

import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** One of a user's single-use codes. The hashes of a set share their salt, so that one hash finds a code. */
export const BackupCode = defineTable('backup_codes', {
  columns: {
    ...tenantColumns,
    user_id: p.uuid(),
    code_hash: p.string(),
    used_at: timestamp().nullable(),
  },
  lock: rowSecurity('backup_codes', null),
  constraints: ['foreign key (organization_id, user_id) references users (organization_id, id)'],
  indexes: ['create index backup_codes_of_user on backup_codes (user_id)'],
});

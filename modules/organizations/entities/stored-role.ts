import { defineTable, organizationRows, p, rowSecurity, softDeletedColumns } from '@patchbay/kernel/database';

/** A role row; authorization does not read it (SPEC 2.2). */
export const StoredRole = defineTable('stored_roles', {
  columns: {
    ...softDeletedColumns,
    name: p.string(),
    description: p.string().nullable(),
    permissions: p.array<string>(),
  },
  lock: [rowSecurity('stored_roles', null, 'select, insert, update'), organizationRows('stored_roles')],
  indexes: [
    'create unique index stored_roles_name_key on stored_roles (organization_id, name) where deleted_at is null',
  ],
});

import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** When a scoped key last needed a permission, to the hour. */
export const ApiKeyScopeUse = defineTable('api_key_scope_uses', {
  columns: {
    ...tenantColumns,
    key_id: p.uuid(),
    permission: p.string(),
    last_used_at: timestamp(),
  },
  lock: rowSecurity('api_key_scope_uses', null, 'select'),
  constraints: [
    'constraint api_key_scope_uses_key unique (key_id, permission)',
    'foreign key (key_id) references api_keys (id) on delete cascade',
  ],
});

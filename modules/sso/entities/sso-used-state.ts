import { defineTable, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** The state of a login that came back: it is taken once. */
export const SsoUsedState = defineTable('sso_used_states', {
  columns: { ...tenantColumns, expires_at: timestamp() },
  lock: rowSecurity('sso_used_states', null, 'select, insert'),
  indexes: ['create index sso_used_states_by_end on sso_used_states (expires_at)'],
});

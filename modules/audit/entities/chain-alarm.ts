import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** The latest published problem of a chain, so that it is published once. */
export const ChainAlarm = defineTable('audit_chain_alarms', {
  columns: { ...tenantColumns, kind: p.string(), sequence: p.bigint('number') },
  lock: rowSecurity('audit_chain_alarms', null),
  constraints: ['unique (organization_id)'],
});

import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** The problem of a chain that was told last, so that it is told once. */
export const ChainAlarm = defineTable('audit_chain_alarms', {
  columns: { ...tenantColumns, kind: p.string(), sequence: p.bigint('number') },
  lock: rowSecurity('audit_chain_alarms', null),
  constraints: ['unique (organization_id)'],
});

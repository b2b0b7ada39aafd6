import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Events of one batch that matched a rule's pattern but not its conditions (DECISIONS 27). */
export const AutomationMiss = defineTable('automation_misses', {
  columns: {
    ...tenantColumns,
    rule_id: p.uuid(),
    first_cursor: p.bigint('number'),
    missed: p.integer(),
    details: p.json(),
  },
  lock: rowSecurity('automation_misses', null),
  constraints: ['unique (rule_id, first_cursor)', 'foreign key (rule_id) references automation_rules (id)'],
});

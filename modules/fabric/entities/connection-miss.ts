import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';
import type { MissDetails } from '@patchbay/runs';

/** Events of one batch that matched a Connection's pattern but not its conditions (DECISIONS 27). */
export const ConnectionMiss = defineTable('connection_misses', {
  columns: {
    ...tenantColumns,
    connection_id: p.uuid(),
    first_cursor: p.bigint('number'),
    missed: p.integer(),
    details: p.json().$type<MissDetails>(),
  },
  lock: rowSecurity('connection_misses', null),
  constraints: [
    'unique (connection_id, first_cursor)',
    'foreign key (connection_id) references connections (id)',
  ],
});

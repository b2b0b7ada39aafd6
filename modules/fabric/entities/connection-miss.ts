import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Kept small, since a busy pattern misses often. */
export interface MissDetails {
  /** `field operator` of the conditions as they were. */
  readonly conditions: readonly string[];
  /** Places of events in the log, counted from `first_cursor`, by the indexes of the conditions that failed (`0,2`). */
  readonly events: Record<string, number[]>;
}

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

import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** Events of one batch that matched a rule's pattern but not its conditions (DECISIONS 27). */
export const AutomationMiss = defineEntity({
  name: 'AutomationMiss',
  tableName: 'automation_misses',
  properties: {
    ...tenantProperties,
    rule_id: p.uuid(),
    first_cursor: p.integer(),
    missed: p.integer(),
    details: p.json(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    automation_misses: InferKyselyTable<typeof AutomationMiss>;
  }
}

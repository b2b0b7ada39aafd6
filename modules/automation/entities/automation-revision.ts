import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** Rises in the transaction of every change to a rule of the organization, whose id this row bears. */
export const AutomationRevision = defineEntity({
  name: 'AutomationRevision',
  tableName: 'automation_revisions',
  properties: { ...tenantProperties, revision: p.integer() },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    automation_revisions: InferKyselyTable<typeof AutomationRevision>;
  }
}

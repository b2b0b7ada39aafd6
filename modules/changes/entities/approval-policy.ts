import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters } from '@patchbay/kernel/database';

/** Which changes need how many second people. Of an organization, not of a site: nobody's grants may hide one. */
export const ApprovalPolicy = defineEntity({
  name: 'ApprovalPolicy',
  tableName: 'approval_policies',
  properties: {
    ...softDeletedProperties,
    name: p.string().nullable(),
    /** Dotted segments with `*` and `**`, over feature keys. */
    feature_pattern: p.string(),
    /** Null: every site. */
    site_id: p.uuid().nullable(),
    /** Null: every risk. */
    risk: p.string().$type<'normal' | 'catastrophic'>().nullable(),
    min_approvers: p.integer(),
    step_up: p.boolean().default(false),
    created_by: p.uuid().nullable(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    approval_policies: InferKyselyTable<typeof ApprovalPolicy>;
  }
}

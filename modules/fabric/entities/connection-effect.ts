import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** A write that a run has staged; `id` is the effect's, so that a step carried out again finds its change. */
export const ConnectionEffect = defineTable('connection_effects', {
  columns: { ...tenantColumns, change_id: p.uuid().nullable(), feature: p.string().nullable() },
  lock: rowSecurity('connection_effects', null),
  indexes: ['create index connection_effects_age on connection_effects (created_at)'],
});

import { defineTable, organizationRows, p, rowSecurity, softDeletedColumns } from '@patchbay/kernel/database';

/** Changes that need approvals, with their number. Of an organization, not of a site: site grants do not hide it. */
export const ApprovalPolicy = defineTable('approval_policies', {
  columns: {
    ...softDeletedColumns,
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
  lock: [
    rowSecurity('approval_policies', 'site_id', 'select, insert, update', 'organization_id', true),
    organizationRows('approval_policies', 'site_id'),
  ],
  constraints: ['check (min_approvers between 1 and 5)', `check (risk in ('normal', 'catastrophic'))`],
  indexes: [
    'create index approval_policies_live on approval_policies (organization_id) where deleted_at is null',
  ],
});

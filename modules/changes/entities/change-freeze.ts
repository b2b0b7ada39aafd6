import {
  defineTable,
  organizationRows,
  p,
  rowSecurity,
  softDeletedColumns,
  timestamp,
} from '@patchbay/kernel/database';

/** A time in which nothing is applied. Of an organization, not of a site: site grants do not hide it. */
export const ChangeFreeze = defineTable('change_freezes', {
  columns: {
    ...softDeletedColumns,
    /** Null: every site. */
    site_id: p.uuid().nullable(),
    starts_at: timestamp(),
    ends_at: timestamp(),
    reason: p.string(),
    recurs: p.string().$type<'day' | 'week'>().nullable(),
    recurs_until: timestamp().nullable(),
    /** Keeps the wall-clock time of a recurring window through changes of the offset. */
    time_zone: p.string().default('UTC'),
    created_by: p.uuid().nullable(),
  },
  lock: [
    rowSecurity('change_freezes', 'site_id', 'select, insert, update', 'organization_id', true),
    organizationRows('change_freezes', 'site_id'),
  ],
  constraints: [`check (recurs in ('day', 'week'))`],
  indexes: ['create index change_freezes_live on change_freezes (organization_id) where deleted_at is null'],
});

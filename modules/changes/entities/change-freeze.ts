import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters, timestamp } from '@patchbay/kernel/database';

/** A time in which nothing is applied. Of an organization, not of a site: nobody's grants may hide one. */
export const ChangeFreeze = defineEntity({
  name: 'ChangeFreeze',
  tableName: 'change_freezes',
  properties: {
    ...softDeletedProperties,
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
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    change_freezes: InferKyselyTable<typeof ChangeFreeze>;
  }
}

import { p } from '@mikro-orm/core';

/** A timestamp; rows hold it as ISO text. */
export const timestamp = () => p.string().columnType('timestamptz');

/** A number that PostgreSQL gives each row; inserts leave it out. */
export const identity = () => p.bigint('number').generated('identity').default(null);

/** Columns of a record that belongs to one organization. */
export const tenantColumns = {
  id: p.uuid().primary(),
  organization_id: p.uuid(),
  created_at: timestamp().defaultRaw('now()'),
  updated_at: timestamp().defaultRaw('now()'),
};

/** The same, soft-deleted by `deleted_at` (SPEC 2.1). */
export const softDeletedColumns = { ...tenantColumns, deleted_at: timestamp().nullable() };

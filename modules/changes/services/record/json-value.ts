import { sql, storable } from '@patchbay/kernel/database';

/** A value for a jsonb column, without what cannot be stored; bound as text, since the driver would turn arrays into PostgreSQL arrays. */
export const jsonValue = <T>(value: T) =>
  value === null ? sql<T>`null` : sql<T>`${JSON.stringify(storable(value))}::jsonb`;

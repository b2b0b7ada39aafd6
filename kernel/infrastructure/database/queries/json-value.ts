import { sql } from 'kysely';

/** A value for a jsonb column: bound as text, since the driver would turn arrays into PostgreSQL arrays. */
export const jsonValue = <T>(value: T) =>
  value === null ? sql<T>`null` : sql<T>`${JSON.stringify(value)}::jsonb`;

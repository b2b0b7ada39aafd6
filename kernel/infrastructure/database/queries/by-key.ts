import { sql } from 'kysely';

/**
 * A condition that holds for every UUID and that the planner takes for rare. Rows joined to those of a list under it are
 * looked up by their key, one by one: a plan is kept for long, and one made for an empty table would read a full one
 * from end to end.
 */
export const byKey = (column: string) =>
  sql<boolean>`lower(${sql.ref(column)}::text) = ${sql.ref(column)}::text`;

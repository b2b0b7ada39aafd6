import { type Kysely, sql, type Tables, type UnitOfWork } from '@patchbay/kernel/database';

/** So many runs that failed one after another pause what they belong to; a success begins anew (DECISIONS 43). */
export const MAX_FAILURES = 20;

/** `paused_reason` of what only failed. */
export const FAILING = 'failing';

/**
 * Common table expressions that count, for a statement with one named `ended` that holds runs which have just ended:
 * `run_id, owner_id, organization_id, author_id, status, finished_at`. `failing` then names the owners whose streak
 * has come to its bound. The rows are taken in the order of their ids: transactions with one such statement each never
 * wait in a circle, so none may have two.
 */
export const streaksOf = (table: string) => sql`
  numbered as (
    select *, row_number() over (partition by owner_id order by finished_at, run_id) as nth
    from ended where status in ('failed', 'succeeded')),
  judged as (
    select *, coalesce(max(nth) filter (where status = 'succeeded') over (partition by owner_id), 0) as last_success
    from numbered),
  folded as (
    select owner_id, organization_id, max(last_success) > 0 as has_success,
      count(*) filter (where nth > last_success)::integer as failures,
      (array_agg(author_id order by nth desc))[1] as author_id
    from judged group by owner_id, organization_id),
  counted as (
    insert into ${sql.table(table)} as k (id, organization_id, in_a_row)
    select f.owner_id, f.organization_id, f.failures from folded f
    left join ${sql.table(table)} c on c.id = f.owner_id
    where f.failures > 0 or c.in_a_row > 0
    order by f.owner_id
    on conflict (id) do update set updated_at = now(),
      in_a_row = excluded.in_a_row
        + case when (select f.has_success from folded f where f.owner_id = k.id) then 0 else k.in_a_row end
    returning id, organization_id, in_a_row),
  failing as (
    select c.id, c.organization_id, f.author_id from counted c join folded f on f.owner_id = c.id
    where c.in_a_row >= ${MAX_FAILURES}::integer and f.failures > 0)`;

/** Success begins a new streak. */
export async function forgetFailures({ sql: db }: UnitOfWork, table: string, id: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}::uuid`.execute(db);
}

/** Failures in a row by owner; none has none. */
export async function failuresOf(
  db: Kysely<Tables>,
  table: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; in_a_row: number }>`
    select id, in_a_row from ${sql.table(table)} where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, in_a_row }) => [id, in_a_row]));
}

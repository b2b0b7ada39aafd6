import { byKey, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { Lease } from './leased-worker.ts';

type Held = Pick<Lease, 'id' | 'claim_id'>;

const listed = (leases: readonly Held[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(leases.map(({ id, claim_id }) => ({ id, claim_id })))}::jsonb)
    as c(id uuid, claim_id uuid)`;

/**
 * Extends leases; answers the ids of those still held. A row that is being written at this very moment is left for the
 * next time: two statements over many rows must not wait for each other.
 */
export async function extendLeases(
  db: Kysely<Tables>,
  table: string,
  leases: readonly Held[],
  seconds: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with mine as (
      select c.id, c.claim_id from ${sql.table(table)} r join ${listed(leases)}
        on r.id = c.id and ${byKey('c.id')} and r.claim_id = c.claim_id),
    free as (
      select r.id from mine join ${sql.table(table)} r on r.id = mine.id and r.claim_id = mine.claim_id
      for update of r skip locked),
    extended as (
      update ${sql.table(table)} r
      set lease_until = clock_timestamp() + make_interval(secs => ${seconds}::integer)
      from free where r.id = free.id)
    select id from mine`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Gives rows back at once, for any process to go on. */
export async function releaseLeases(
  db: Kysely<Tables>,
  table: string,
  leases: readonly Held[],
): Promise<void> {
  if (leases.length === 0) return;
  await sql`
    update ${sql.table(table)} r set claim_id = null, lease_until = null
    from ${listed(leases)} where r.id = c.id and ${byKey('c.id')} and r.claim_id = c.claim_id`.execute(db);
}

/**
 * Gives rows back as if they had not been claimed, so that no claim counts in which nothing was done. A run that never
 * began takes its owner's steps anew then; one that repeats another keeps its own.
 */
export async function returnUnbegun(
  db: Kysely<Tables>,
  table: string,
  leases: readonly Held[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} r set claim_id = null, lease_until = null, claims = r.claims - 1,
      status = case when r.claims = 1 then 'queued' else r.status end,
      started_at = case when r.claims > 1 or r.steps <> '[]' then r.started_at end,
      sealed_plan = case when r.claims > 1 or r.steps <> '[]' or r.rerun_of is not null then r.sealed_plan end
    from ${listed(leases)} where r.id = c.id and ${byKey('c.id')} and r.claim_id = c.claim_id`.execute(db);
}

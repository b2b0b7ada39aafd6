import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { RateState } from './rate-window.ts';

export interface RateRow extends RateState {
  readonly id: string;
}

interface Counted {
  readonly id: string;
  readonly organization_id: string;
}

/** Locks the rate rows of these owners until the transaction ends; in order of id, so that batches never deadlock. */
export async function lockRates(
  db: Kysely<Tables>,
  table: string,
  counted: readonly Counted[],
): Promise<ReadonlyMap<string, RateRow>> {
  const wanted = new Map(counted.map(({ id, organization_id }) => [id, { id, organization_id }]));
  const { rows } = await sql<RateRow>`
    insert into ${sql.table(table)} as g (id, organization_id, window_started_at)
    select w.id, w.organization_id, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify([...wanted.values()])}::jsonb) as w(id uuid, organization_id uuid)
    order by w.id
    on conflict (id) do update set updated_at = now()
    returning g.id, g.window_started_at, g.admitted, g.tripped_at, g.refused_at, g.is_announced,
      clock_timestamp() as now`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...row }]));
}

export async function writeRates(
  db: Kysely<Tables>,
  table: string,
  rates: readonly RateRow[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} g set window_started_at = s.window_started_at, admitted = s.admitted,
      tripped_at = s.tripped_at, refused_at = s.refused_at, is_announced = s.is_announced
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as s(id uuid, window_started_at timestamptz,
      admitted integer, tripped_at timestamptz, refused_at timestamptz, is_announced boolean)
    where g.id = s.id`.execute(db);
}

import type { AuditRow, ChainLink } from '@patchbay/kernel/audit';
import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';

/** A place the chain must reach, kept outside its table. */
export interface Mark {
  readonly sequence: number;
  readonly chain_mac: string;
  readonly head_mac: string;
}

/** A record seen from the other side: how often it stands in the chain, at most two. */
export interface PlacedRecord {
  readonly id: string;
  readonly occurred_at: string;
  readonly places: number;
  readonly is_pending: boolean;
}

/** A record without a place; `twin_sequence` is the place of another record with the same MAC. */
export type Stray = AuditRow & { readonly twin_sequence: number | null };

type LinkRow = Omit<ChainLink, 'record'> & (AuditRow | { readonly [K in keyof AuditRow]: null });

const ROW = sql.raw(
  'a.id, a.organization_id, a.actor_kind, a.actor_id, a.key_id, a.action, a.target_type, a.target_id, a.detail, a.occurred_at, a.intake_mac',
);

/** Head and checkpoints, the head first. */
export async function marksOf(db: Kysely<Tables>, organization_id: string): Promise<readonly Mark[]> {
  const { rows } = await sql<Mark>`
    select sequence, chain_mac, head_mac from audit_heads where organization_id = ${organization_id}
    union all select sequence, chain_mac, head_mac from audit_checkpoints where organization_id = ${organization_id}
    order by sequence desc`.execute(db);
  return rows;
}

/** The head of every organization's chain. */
export async function allHeads(db: Kysely<Tables>): Promise<readonly (Mark & { organization_id: string })[]> {
  const { rows } = await sql<Mark & { organization_id: string }>`
    select organization_id, sequence, chain_mac, head_mac from audit_heads`.execute(db);
  return rows;
}

/** End of one organization's chain; null when it never began. */
export async function headOf(db: Kysely<Tables>, organization_id: string): Promise<Mark | null> {
  const { rows } = await sql<Mark>`
    select sequence, chain_mac, head_mac from audit_heads where organization_id = ${organization_id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The next heads in order of their organization's id. */
export async function headsAfter(
  db: Kysely<Tables>,
  after: string | null,
  most: number,
): Promise<readonly (Mark & { readonly organization_id: string })[]> {
  const from = after === null ? sql`` : sql`where organization_id > ${after}::uuid`;
  const { rows } = await sql<Mark & { organization_id: string }>`
    select organization_id, sequence, chain_mac, head_mac from audit_heads ${from}
    order by organization_id limit ${most}`.execute(db);
  return rows;
}

/** The MAC of one place of the chain; null when the place is gone. */
export async function macAt(
  db: Kysely<Tables>,
  organization_id: string,
  sequence: number,
): Promise<string | null> {
  const { rows } = await sql<{ chain_mac: string }>`
    select chain_mac from audit_links
    where organization_id = ${organization_id} and sequence = ${sequence}`.execute(db);
  return rows[0]?.chain_mac ?? null;
}

/** The next links up to `upTo`, in order, each with its record. */
export async function linksOf(
  db: Kysely<Tables>,
  organization_id: string,
  after: ChainLink | null,
  upTo: number,
  most: number,
): Promise<readonly ChainLink[]> {
  const from = after ? sql`and (sequence, record_id) > (${after.sequence}, ${after.record_id}::uuid)` : sql``;
  const { rows } = await sql<LinkRow>`
    select l.sequence, l.record_id, l.chain_mac, a.* from (
      select sequence, record_id, chain_mac from audit_links
      where organization_id = ${organization_id} and sequence <= ${upTo} ${from}
      order by sequence, record_id limit ${most}) as l
    left join lateral (
      select ${ROW} from audit_log a where a.id = l.record_id and a.organization_id = ${organization_id} limit 1
    ) as a on true
    order by l.sequence, l.record_id`.execute(db);
  return rows.map((row) => ({
    sequence: row.sequence,
    record_id: row.record_id,
    chain_mac: row.chain_mac,
    record: row.id === null ? null : row,
  }));
}

/** The next records in order of their time, and whether each has a place or waits for one. */
export async function placedRecordsOf(
  db: Kysely<Tables>,
  organization_id: string,
  after: PlacedRecord | null,
  most: number,
): Promise<readonly PlacedRecord[]> {
  const from = after
    ? sql`and (occurred_at, id) > (${after.occurred_at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<PlacedRecord>`
    with waiting as materialized (
      select unnest(record_id || later_ids) as id from audit_pending where organization_id = ${organization_id})
    select a.id, a.occurred_at, l.places,
      case when l.places = 0 then a.id in (select id from waiting) else false end as is_pending
    from (
      select id, occurred_at from audit_log where organization_id = ${organization_id} ${from}
      order by occurred_at, id limit ${most}) as a
    cross join lateral (
      select count(*) as places from (
        select from audit_links where organization_id = ${organization_id} and record_id = a.id limit 2) as found
    ) as l
    order by a.occurred_at, a.id`.execute(db);
  return rows;
}

export async function straysOf(
  db: Kysely<Tables>,
  organization_id: string,
  ids: readonly string[],
): Promise<readonly Stray[]> {
  const { rows } = await sql<Stray>`
    select ${ROW}, (
      select l.sequence from audit_log twin
      join audit_links l on l.organization_id = twin.organization_id and l.record_id = twin.id
      where twin.organization_id = a.organization_id and twin.occurred_at = a.occurred_at
        and twin.intake_mac = a.intake_mac and twin.id <> a.id limit 1) as twin_sequence
    from audit_log a where a.organization_id = ${organization_id} and a.id = any (${`{${ids.join(',')}}`}::uuid[])
    order by a.id`.execute(db);
  return rows;
}

/** Unsealed records, and whether anything claims a place beyond the head, read in one statement. */
export async function restOf(
  db: Kysely<Tables>,
  organization_id: string,
): Promise<{ readonly unsealed: number; readonly beyond_head: boolean }> {
  const { rows } = await sql<{ unsealed: number; beyond_head: boolean }>`
    select (select coalesce(sum(cardinality(later_ids) + 1), 0) from audit_pending where organization_id = ${organization_id}) as unsealed,
           exists (select from audit_links l where l.organization_id = ${organization_id} and l.sequence >
             coalesce((select h.sequence from audit_heads h where h.organization_id = ${organization_id}), 0)) as beyond_head`.execute(
    db,
  );
  return rows[0] ?? { unsealed: 0, beyond_head: false };
}

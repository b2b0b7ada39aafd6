import { type Kysely, plainArray, sql, type Tables } from '@patchbay/kernel/database';

/** A process that stands still while it holds a head is put out of the way, so that others can seal (RULES R14). */
const MAX_PAUSE = '2s';

/** End of an organization's chain. */
export interface Head {
  readonly organization_id: string;
  readonly sequence: number;
  readonly chain_mac: string;
}

/** A head with what proves that it was written here. */
export interface LockedHead extends Head {
  readonly head_mac: string;
}

export interface SealedHead extends LockedHead {
  readonly isCheckpoint: boolean;
}

/** An organization, and the lowest id of a record of it that may be waiting. */
export interface WaitingChain {
  readonly organization_id: string;
  readonly from: string;
}

/** A record that waited, with its MAC: that of the record itself is held against it by validation. */
export interface TakenRecord {
  readonly record_id: string;
  readonly intake_mac: string;
}

/** A row of pending records: the first of a unit of work, and those after it. */
export interface TakenRow extends TakenRecord {
  readonly organization_id: string;
  readonly later_ids: readonly string[];
  readonly later_macs: readonly string[];
}

export interface NewLink {
  readonly organization_id: string;
  readonly sequence: number;
  readonly record_id: string;
  readonly chain_mac: string;
}

/**
 * Locks the heads of these organizations and makes those that are missing. Always in order of the id: two
 * processes that seal the same organizations wait for each other in a row, never in a ring.
 */
export async function lockHeads(
  db: Kysely<Tables>,
  fresh: readonly LockedHead[],
): Promise<readonly LockedHead[]> {
  const ids = plainArray(fresh.map(({ organization_id }) => organization_id));
  const [, { rows }] = await Promise.all([
    sql`insert into audit_heads (organization_id, sequence, chain_mac, head_mac)
      select h.organization_id, 0, h.chain_mac, h.head_mac
      from unnest(${ids}::uuid[], ${plainArray(fresh.map(({ chain_mac }) => chain_mac))}::text[],
        ${plainArray(fresh.map(({ head_mac }) => head_mac))}::text[]) as h(organization_id, chain_mac, head_mac)
      order by h.organization_id on conflict do nothing`.execute(db),
    sql<LockedHead>`select organization_id, sequence, chain_mac, head_mac,
        set_config('idle_in_transaction_session_timeout', ${MAX_PAUSE}, true) from audit_heads
      where organization_id = any (${ids}::uuid[]) order by organization_id for update`.execute(db),
  ]);
  return rows;
}

/**
 * Takes pending records from these places on, the first rows of each organization until they hold so many records; their
 * heads must be locked before.
 */
export async function takePending(
  db: Kysely<Tables>,
  places: readonly WaitingChain[],
  maxEach: number,
): Promise<readonly TakenRow[]> {
  // The lateral keeps the search on its key however little the planner knows of a table that just grew.
  const { rows } = await sql<TakenRow>`
    delete from audit_pending where ctid = any (array(
      select waiting.place from unnest(${plainArray(places.map(({ organization_id }) => organization_id))}::uuid[],
        ${plainArray(places.map(({ from }) => from))}::uuid[]) as o(id, lowest)
      cross join lateral (
        select p.ctid as place, sum(cardinality(p.later_ids) + 1) over (order by p.record_id)
          - cardinality(p.later_ids) - 1 as records_before
        from audit_pending p
        where p.organization_id = o.id and p.record_id >= o.lowest order by p.record_id limit ${maxEach}
      ) as waiting where waiting.records_before < ${maxEach}))
    returning organization_id, record_id, intake_mac, later_ids, later_macs`.execute(db);
  return rows;
}

/** Writes links, moves the heads and marks checkpoints in one statement. */
export async function writeLinks(
  db: Kysely<Tables>,
  links: readonly NewLink[],
  heads: readonly SealedHead[],
): Promise<void> {
  await sql`
    with linked as (
      insert into audit_links (organization_id, sequence, record_id, chain_mac)
      select * from unnest(${plainArray(links.map(({ organization_id }) => organization_id))}::uuid[],
        ${plainArray(links.map(({ sequence }) => sequence))}::bigint[],
        ${plainArray(links.map(({ record_id }) => record_id))}::uuid[],
        ${plainArray(links.map(({ chain_mac }) => chain_mac))}::text[])),
    moved as (
      select * from unnest(${plainArray(heads.map(({ organization_id }) => organization_id))}::uuid[],
        ${plainArray(heads.map(({ sequence }) => sequence))}::bigint[],
        ${plainArray(heads.map(({ chain_mac }) => chain_mac))}::text[],
        ${plainArray(heads.map(({ head_mac }) => head_mac))}::text[],
        ${plainArray(heads.map(({ isCheckpoint }) => isCheckpoint))}::boolean[])
        as m(organization_id, sequence, chain_mac, head_mac, is_checkpoint)),
    marked as (
      insert into audit_checkpoints (organization_id, sequence, chain_mac, head_mac)
      select organization_id, sequence, chain_mac, head_mac from moved where is_checkpoint)
    update audit_heads h set sequence = m.sequence, chain_mac = m.chain_mac, head_mac = m.head_mac, sealed_at = now()
    from moved m where h.organization_id = m.organization_id`.execute(db);
}

/** Organizations that have records waiting. */
export async function waitingOrganizations(db: Kysely<Tables>, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from audit_pending limit ${most}`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

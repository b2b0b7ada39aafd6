import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { newId } from '@patchbay/kernel/schema';
import type { StoragePool } from '@patchbay/vendor-kit';
import { type Condition, type PoolChange, poolChange } from './pool-change.ts';

export interface ChangedPool {
  readonly pool: StoragePool;
  readonly change: PoolChange;
}

/** Of one controller. */
const MAX_POOLS = 1_000;
const MAX_TEXT = 200;
/** A machine that is off hides its pools for a while; their state outlives that. */
const FORGOTTEN_DAYS = 7;

type Named = Pick<StoragePool, 'node' | 'kind' | 'name'>;
const keyOf = ({ node, kind, name }: Named): string => JSON.stringify([node ?? '', kind, name]);

/** Keeps how the pools of a controller are now, and answers how each differs from before. */
export async function keepPools(
  { sql: db, organization_id }: UnitOfWork,
  controller_id: string,
  found: readonly StoragePool[],
  warnAt: number,
): Promise<readonly ChangedPool[]> {
  const pools = [
    ...new Map(
      found
        .slice(0, MAX_POOLS)
        .map(storable)
        .map((pool) => [keyOf(pool), pool]),
    ).values(),
  ];
  const states: readonly (Named & Condition)[] = await db
    .selectFrom('storage_pool_states')
    .select(['node', 'kind', 'name', 'status', 'is_full'])
    .where('controller_id', '=', controller_id)
    .execute();
  const before = new Map(states.map((state) => [keyOf(state), state]));
  const changes = pools.map((pool) => ({ pool, change: poolChange(before.get(keyOf(pool)), pool, warnAt) }));
  await sql`
    insert into storage_pool_states as s
      (id, organization_id, controller_id, node, kind, name, status, is_full, seen_at)
    select given.id, ${organization_id}::uuid, ${controller_id}::uuid, given.node, given.kind, given.name,
      given.status, given.is_full, now()
    from unnest(${pools.map(() => newId())}::uuid[], ${pools.map(({ node }) => node ?? '')}::text[],
      ${pools.map(({ kind }) => kind)}::text[], ${pools.map(({ name }) => name)}::text[],
      ${changes.map(({ change }) => change.now.status)}::text[],
      ${changes.map(({ change }) => change.now.is_full)}::boolean[])
      as given (id, node, kind, name, status, is_full)
    on conflict (controller_id, node, kind, name) do update
      set status = excluded.status, is_full = excluded.is_full, seen_at = excluded.seen_at, updated_at = now()`.execute(
    db,
  );
  await sql`
    delete from storage_pool_states where controller_id = ${controller_id}::uuid and (
      seen_at < now() - make_interval(days => ${FORGOTTEN_DAYS}::integer) or id not in (
        select id from storage_pool_states where controller_id = ${controller_id}::uuid
        order by seen_at desc, id limit ${MAX_POOLS}::integer))`.execute(db);
  return changes;
}

/** Names as a database and its indexes take them, whatever the device sent. */
const storable = (pool: StoragePool): StoragePool => ({
  ...pool,
  node: pool.node && textOf(pool.node),
  kind: textOf(pool.kind),
  name: textOf(pool.name),
  detail: pool.detail && textOf(pool.detail),
});

const textOf = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_TEXT).toWellFormed();

import type { UnitOfWork } from '@patchbay/kernel/database';
import type { StoragePool } from '@patchbay/vendor-kit';
import { capacityWarning, poolDegraded } from '../../events.ts';
import { usedPercent } from './pool-change.ts';
import type { ChangedPool } from './pool-states.ts';

export interface PoolOwner {
  readonly controller_id: string;
  readonly site_id: string;
  readonly vendor: string;
}

/** Publishes what is news of the pools of a controller, in the unit that keeps their states. */
export async function publishPools(
  work: UnitOfWork,
  owner: PoolOwner,
  changes: readonly ChangedPool[],
  warning_percent: number,
): Promise<void> {
  const news = changes.filter(({ change }) => change.degraded || change.filled);
  const devices = await machinesOf(work, owner, news);
  const { site_id } = owner;
  for (const { pool, change } of news) {
    const { name, node, kind, status, detail, used_bytes, total_bytes } = pool;
    const facts = { ...owner, device_id: devices.get(node ?? '') ?? null, pool: name, node, kind };
    if (change.degraded && status !== 'healthy')
      work.events.publish(poolDegraded, { ...facts, health: status, detail }, { site_id });
    const percent = usedPercent(pool);
    if (!change.filled || used_bytes === null || total_bytes === null || percent === null) continue;
    const used_percent = Math.round(percent * 10) / 10;
    const sizes = { used_bytes, total_bytes, used_percent, warning_percent };
    work.events.publish(capacityWarning, { ...facts, ...sizes }, { site_id });
  }
}

/** Devices of the machines that the pools are a part of, by name. */
async function machinesOf(
  { sql: db }: UnitOfWork,
  { controller_id }: PoolOwner,
  news: readonly { readonly pool: StoragePool }[],
): Promise<ReadonlyMap<string, string>> {
  const nodes = news.flatMap(({ pool }) => pool.node ?? []);
  if (nodes.length === 0) return new Map();
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'name'])
    .where('controller_id', '=', controller_id)
    .where('kind', '=', 'hypervisor')
    .where('name', 'in', nodes)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

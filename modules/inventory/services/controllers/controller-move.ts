import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { type ControllerFollower, deviceUpdated } from '../../contract.ts';
import { moveHistory, noteHistory } from '../devices/device-histories.ts';
import type { ControllerRow } from './controller-view.ts';

interface MovedDevice {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly is_deleted: boolean;
}

/**
 * Moves a controller's devices to its new site, unless a person placed them, and its kept objects. Each device is
 * published as updated.
 */
export async function moveBehind(
  work: UnitOfWork,
  { id, site_id: from }: Pick<ControllerRow, 'id' | 'site_id'>,
  to: string,
  followers: readonly ControllerFollower[],
): Promise<void> {
  const { rows } = await sql<MovedDevice>`
    update devices set site_id = ${to}::uuid, updated_at = now()
    where controller_id = ${id}::uuid and site_id = ${from}::uuid and not edited ? 'site_id'
    returning id, name, status, deleted_at is not null as is_deleted`.execute(work.sql);
  await sql`update controller_objects set site_id = ${to}::uuid where controller_id = ${id}::uuid`.execute(
    work.sql,
  );
  await sql`update controller_syncs set site_id = ${to}::uuid where controller_id = ${id}::uuid`.execute(
    work.sql,
  );
  const ids = rows.map((row) => row.id);
  await moveHistory(work, ids, to);
  const change = { action: 'changed', field: 'site_id', from, to } as const;
  await noteHistory(
    work,
    ids.map((device_id) => ({ device_id, site_id: to, ...change })),
  );
  for (const follower of followers) await follower.moved(work, id, to);
  for (const { id: device_id, name, status, is_deleted } of rows) {
    if (is_deleted) continue;
    const data = { name, old_status: status, new_status: status, reason: 'site_id' };
    work.events.publish(deviceUpdated, { device_id, site_id: to, data }, { site_id: to });
  }
}

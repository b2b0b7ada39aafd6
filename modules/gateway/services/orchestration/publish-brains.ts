import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { gatewayBrainOffline } from '../../contract.ts';
import { OFFLINE } from './site-brains.ts';

interface LostBrain {
  readonly site_id: string;
  readonly controller_id: string;
  readonly vendor: string;
  readonly name: string;
  readonly status: string;
  readonly reason: string | null;
  readonly last_sync_at: string | null;
}

/**
 * Publishes brains that went offline. Each is published when it is first found so, by the process that marks it; the
 * mark falls when the brain answers again. The row's own time stays, since the choice of the brain did not change.
 */
export async function publishBrains(work: UnitOfWork): Promise<void> {
  await sql`
    update site_brains b set offline_since = null from controllers c
    where c.id = b.controller_id and c.status = 'online' and b.offline_since is not null`.execute(work.sql);
  const { rows } = await sql<LostBrain>`
    update site_brains b set offline_since = now() from controllers c
    where c.id = b.controller_id and c.site_id = b.site_id and c.deleted_at is null
      and b.offline_since is null and ${OFFLINE}
    returning b.site_id, c.id as controller_id, c.vendor, c.name, c.status, c.last_error as reason,
              c.last_sync_at`.execute(work.sql);
  for (const brain of rows) work.events.publish(gatewayBrainOffline, brain, { site_id: brain.site_id });
}

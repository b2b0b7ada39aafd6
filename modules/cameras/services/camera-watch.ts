import { type Database, exempt, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import { deviceStatusChanged } from '@patchbay/module-inventory/contract';
import { cameraOffline, cameraOnline } from '../events.ts';

const MAX_ORGANIZATIONS = 1_000;
const MAX_AT_ONCE = 500;
const watching = exempt('cameras.watch', 'organizations with cameras whose status was not told are found');

interface Changed {
  readonly id: string;
  readonly name: string;
  readonly site_id: string;
  readonly status: string;
  readonly told: string | null;
}

/**
 * Publishes cameras that came or went. Each is marked in the same transaction, so that any number of processes
 * publish it once, and a killed one loses nothing. A camera that is seen for the first time and answers is no change.
 */
export class CameraWatch extends Service<{ database: Database; logger: Logger }> {
  readonly #underWay = new Set<string>();

  /** The periodic round over every organization with a change. */
  async sweep(signal: AbortSignal): Promise<void> {
    for (const organization_id of await this.#concerned()) {
      if (signal.aborted) return;
      await this.tell(organization_id);
    }
  }

  /** Changes are published at once; missed ones are found by the next round. */
  notice(events: readonly LoggedEvent[]): void {
    const changed = events.filter(({ event_type }) => event_type === deviceStatusChanged.type);
    for (const organization_id of new Set(changed.map((event) => event.organization_id))) {
      if (this.#underWay.has(organization_id)) continue;
      this.#underWay.add(organization_id);
      this.tell(organization_id)
        .catch((error: unknown) =>
          this.parts.logger.warn('news of cameras wait for the next round', { error }),
        )
        .finally(() => this.#underWay.delete(organization_id));
    }
  }

  /** Publishes all changes of one organization. */
  tell(organization_id: string): Promise<void> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const changed = await changedCameras(work);
      const ours = await marked(work, changed);
      for (const { id: camera_id, name, site_id, status, told } of changed) {
        if (!ours.has(camera_id) || (told === null && status === 'online')) continue;
        const event = status === 'online' ? cameraOnline : cameraOffline;
        work.events.publish(event, { camera_id, device_id: camera_id, name, site_id }, { site_id });
      }
    });
  }

  #concerned(): Promise<readonly string[]> {
    return this.parts.database.readAsSystem(watching, async (db) => {
      const { rows } = await sql<{ organization_id: string }>`
        select distinct d.organization_id from devices d left join camera_states s on s.id = d.id
        where d.kind = 'camera' and d.deleted_at is null and s.status is distinct from d.status
        limit ${MAX_ORGANIZATIONS}`.execute(db);
      return rows.map(({ organization_id }) => organization_id);
    });
  }
}

async function changedCameras({ sql: db }: UnitOfWork): Promise<readonly Changed[]> {
  const { rows } = await sql<Changed>`
    select d.id, d.name, d.site_id, d.status, s.status as told
    from devices d left join camera_states s on s.id = d.id
    where d.kind = 'camera' and d.deleted_at is null and s.status is distinct from d.status
    order by d.id limit ${MAX_AT_ONCE}`.execute(db);
  return rows;
}

/** Those that no other process has marked, and published, first. */
async function marked(
  { sql: db, organization_id }: UnitOfWork,
  cameras: readonly Changed[],
): Promise<ReadonlySet<string>> {
  if (cameras.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    insert into camera_states (id, organization_id, status)
    select c.id, ${organization_id}::uuid, c.status
    from unnest(${cameras.map(({ id }) => id)}::uuid[], ${cameras.map(({ status }) => status)}::text[]) c(id, status)
    order by c.id
    on conflict (id) do update set status = excluded.status, updated_at = now()
    where camera_states.status <> excluded.status returning id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

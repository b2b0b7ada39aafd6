import type { Database, Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { FoundResource, ResourceFinder } from './resource-finder.ts';

export interface Sight {
  /** The resource as the caller sees it: an invisible one is as absent as a missing one. */
  readonly resource: FoundResource | undefined;
  /** Why the subject does not see what the caller sees, or null when it does. */
  readonly hidden: readonly string[] | null;
}

/** Whether a subject sees a resource: each looks for it in a unit of its own, under row-level security. */
export class ResourceVisibility extends Service<{
  database: Database;
  finder: ResourceFinder;
  clock: Clock;
}> {
  async look(caller: Principal, subject: Principal, id: string): Promise<Sight> {
    const resource = await this.parts.database.read(caller, (unit) => this.parts.finder.find(unit, id));
    const seen = await this.parts.database.read(subject, (unit) => this.parts.finder.find(unit, id));
    if (resource === undefined || seen !== undefined) return { resource, hidden: null };
    const hidden = await this.parts.database.read(caller, (unit) => this.#whyHidden(unit, subject, resource));
    return { resource, hidden };
  }

  async #whyHidden(
    unit: Unit,
    { user_id, site_ids }: Principal,
    { site_id }: FoundResource,
  ): Promise<readonly string[]> {
    const count = site_ids?.length ?? 0;
    const held = `site grants hold the user to ${count} ${count === 1 ? 'site' : 'sites'}`;
    if (site_id === null) return [held, 'the resource belongs to none of them'];
    const name = await nameOf(unit, site_id);
    const ended = await this.#endedGrant(unit, String(user_id), site_id);
    return [held, ended === null ? `no site grant to ${name}` : `site grant to ${name} expired ${ended}`];
  }

  async #endedGrant({ sql: trx }: Unit, user_id: string, site_id: string): Promise<string | null> {
    const grant = await trx
      .selectFrom('site_grants')
      .select('expires_at')
      .where('user_id', '=', user_id)
      .where('site_id', '=', site_id)
      .where('deleted_at', 'is', null)
      .where('expires_at', '<=', this.parts.clock.now().toISOString())
      .executeTakeFirst();
    return grant?.expires_at ?? null;
  }
}

async function nameOf({ sql: trx }: Unit, site_id: string): Promise<string> {
  const site = await trx.selectFrom('sites').select('name').where('id', '=', site_id).executeTakeFirst();
  return site?.name ?? site_id;
}

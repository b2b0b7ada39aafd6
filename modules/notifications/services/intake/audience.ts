import type { UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { EventRegistry, LoggedEvent } from '@patchbay/kernel/events';
import {
  type Access,
  decide,
  type PermissionMap,
  type Principal,
  systemPrincipal,
} from '@patchbay/kernel/permissions';
import { actingIn, actingUsers, type People } from '@patchbay/module-identity/contract';

/** A possible receiver: an active user, read from the database now. */
export interface Member {
  readonly principal: Principal;
  readonly email: string;
}

/** Types that no module declares come from plugins (DECISIONS 31). */
const UNDECLARED: Access = { role: 'org_admin' };

/** Event visibility of an organization's users, read at the moment of effect (RULES R7). */
export class Audience extends Service<{
  people: People;
  registry: Pick<EventRegistry, 'find'>;
  permissions: PermissionMap;
}> {
  /** Users who are active and of the unit's organization, by id. */
  async members(work: UnitOfWork, user_ids: readonly string[]): Promise<ReadonlyMap<string, Member>> {
    if (user_ids.length === 0) return new Map();
    const [people, users] = await Promise.all([
      this.parts.people.byIds(work, user_ids),
      actingUsers(work.sql, user_ids),
    ]);
    const members = user_ids.flatMap((id) => {
      const principal = actingIn(users.get(id), work.organization_id);
      const email = people.get(id)?.email;
      return principal === null || email === undefined ? [] : [[id, { principal, email }] as const];
    });
    return new Map(members);
  }

  /** Whether the principal may see such events, of this site. */
  maySee(principal: Principal, event: Pick<LoggedEvent, 'event_type' | 'site_id'>): boolean {
    const { site_ids, organization_id } = principal;
    if (event.site_id !== null && site_ids !== null && !site_ids.includes(event.site_id)) return false;
    const access = this.parts.registry.find(event.event_type, organization_id)?.access ?? UNDECLARED;
    return decide(this.parts.permissions, principal, access).allowed;
  }

  /** A channel that the organization keeps sees what those who keep it may. */
  channelMaySee(organization_id: string, event_type: string): boolean {
    const keeper: Principal = { ...systemPrincipal(organization_id), role: 'org_admin' };
    return this.maySee(keeper, { event_type, site_id: null });
  }
}

import { Service } from '../../di/index.ts';
import { decide, type PermissionMap, type Principal } from '../../permissions/index.ts';
import type { LoggedEvent } from '../define-event.ts';
import type { EventRegistry } from '../registry.ts';
import { type Pattern, parsePattern, patternMatches } from './pattern.ts';
import { prefixAccess } from './subscription-prefixes.ts';

/** Visibility of events: each event type's own access declaration decides (SPEC 6.3.6, DECISIONS 31). */
export class SubscriptionRules extends Service<{
  registry: Pick<EventRegistry, 'find' | 'visibleIn'>;
  permissions: PermissionMap;
}> {
  /**
   * The pattern, if the principal may see everything it can match; else null. One that matches no declared type
   * is granted only below a prefix that is known without one, to principals that may see everything there.
   */
  granted(principal: Principal, text: string): Pattern | null {
    const pattern = parsePattern(text);
    if (!pattern) return null;
    const matching = this.parts.registry
      .visibleIn(principal.organization_id)
      .filter(({ type }) => patternMatches(pattern, type));
    const [first, ...rest] = pattern.segments;
    const known = rest.length > 0 ? prefixAccess(first) : undefined;
    const accesses = [...matching.map(({ access }) => access), ...(known ? [known] : [])];
    const allowed =
      accesses.length > 0 &&
      accesses.every((access) => decide(this.parts.permissions, principal, access).allowed);
    return allowed ? pattern : null;
  }

  /** Types visible to this principal, sorted. */
  available(principal: Principal): readonly string[] {
    return this.parts.registry
      .visibleIn(principal.organization_id)
      .filter(({ access }) => decide(this.parts.permissions, principal, access).allowed)
      .map(({ type }) => type)
      .sort();
  }

  /**
   * Asked again for every event: a type may have come, a role may have gone since the subscription. Principals
   * held to sites see events of their sites only.
   */
  mayHear(
    principal: Principal,
    event: Pick<LoggedEvent, 'event_type' | 'site_id' | 'organization_id'>,
  ): boolean {
    if (principal.organization_id !== event.organization_id) return false;
    if (
      principal.site_ids !== null &&
      (event.site_id === null || !principal.site_ids.includes(event.site_id))
    )
      return false;
    const declared = this.parts.registry.find(event.event_type, event.organization_id);
    return declared !== undefined && decide(this.parts.permissions, principal, declared.access).allowed;
  }

  /**
   * Whether the type is declared to the organization and its access is refused. Of a type that is not declared now,
   * since its module or plugin is off or not known here yet, nothing is said.
   */
  refuses(
    principal: Principal,
    { event_type, organization_id }: Pick<LoggedEvent, 'event_type' | 'organization_id'>,
  ): boolean {
    const declared = this.parts.registry.find(event_type, organization_id);
    return declared !== undefined && !decide(this.parts.permissions, principal, declared.access).allowed;
  }
}

import { Service } from '@patchbay/kernel/di';
import { validationFailed } from '@patchbay/kernel/errors';
import { parsePattern, patternMatches } from '@patchbay/kernel/events';
import { accessOf, type Catalog } from '@patchbay/kernel/fabric';
import { decide, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import { fitsMedia } from '@patchbay/runs';

export interface Suggestion {
  readonly id: string;
  readonly match: 'artifact' | 'data';
  readonly allowed: boolean;
}

/**
 * Operations that can follow an event: those that take its artifact first, then those that take its data (SPEC 4.5).
 */
export class Suggestions extends Service<{
  catalog: Pick<Catalog, 'view' | 'find'>;
  permissions: PermissionMap;
}> {
  suggest(principal: Principal, source_event: string): { targets: Suggestion[] } {
    const pattern = parsePattern(source_event);
    if (pattern === null)
      throw validationFailed({
        details: [{ field: 'source_event', message: 'is no event type and no pattern', type: 'pattern' }],
      });
    const { events, operations } = this.parts.catalog.view(principal.organization_id);
    const matching = events.filter(({ event_type }) => patternMatches(pattern, event_type));
    if (matching.length === 0) return { targets: [] };
    const produced = new Set(matching.flatMap(({ produces }) => produces));
    const targets = operations.flatMap(({ id, accepts }): Suggestion[] => {
      const bound = this.parts.catalog.find(id);
      const match = matchOf(accepts, produced);
      if (bound === undefined || match === null) return [];
      return [{ id, match, allowed: decide(this.parts.permissions, principal, accessOf(bound)).allowed }];
    });
    return { targets: targets.sort((a, b) => a.match.localeCompare(b.match) || a.id.localeCompare(b.id)) };
  }
}

/** An operation that needs an artifact the event does not bring cannot come first. */
function matchOf(accepts: readonly string[], produced: ReadonlySet<string>): 'artifact' | 'data' | null {
  if (accepts.length === 0) return 'data';
  return fitsMedia(accepts, produced) ? 'artifact' : null;
}

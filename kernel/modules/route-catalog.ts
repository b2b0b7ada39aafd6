import { type Token, token } from '../di/index.ts';
import { isBeyondReach, type MountedRoute } from '../infrastructure/http/index.ts';
import type { Principal } from '../permissions/index.ts';

/** A mounted route as others may look at it: its declaration, its module, and whether that module serves. */
export interface CatalogedRoute extends Pick<MountedRoute, 'route' | 'state'> {
  readonly module_id: string;
  /** Whether the route reaches further than this principal, who is held to sites. */
  isBeyond(principal: Principal): boolean;
}

/** The mounted routes of all modules, to be read by their ids. */
export interface RouteCatalog {
  find(route_id: string): CatalogedRoute | undefined;
  readonly all: readonly CatalogedRoute[];
}

export const ROUTE_CATALOG: Token<RouteCatalog> = token('kernel.route-catalog');

export function routeCatalog(mounted: readonly Omit<CatalogedRoute, 'isBeyond'>[]): RouteCatalog {
  const all = mounted.map((each) => ({
    ...each,
    isBeyond: (principal: Principal) => isBeyondReach(each.route, principal),
  }));
  const byId = new Map(all.map((each) => [each.route.id, each]));
  return Object.freeze({ all, find: (route_id: string) => byId.get(route_id) });
}

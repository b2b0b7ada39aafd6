import { type Token, token } from '../../../di/index.ts';
import type { ModuleState } from './mounted-route.ts';
import type { AnyRoute } from './route.ts';

/** A mounted route as others may look at it: what it declares, whose it is, and whether that module serves. */
export interface CatalogedRoute {
  readonly route: AnyRoute;
  readonly module_id: string;
  state(): ModuleState;
}

/** The mounted routes of all modules, to be read by their ids. */
export interface RouteCatalog {
  find(route_id: string): CatalogedRoute | undefined;
  readonly all: readonly CatalogedRoute[];
}

export const ROUTE_CATALOG: Token<RouteCatalog> = token('kernel.http.route-catalog');

export function routeCatalog(all: readonly CatalogedRoute[]): RouteCatalog {
  const byId = new Map(all.map((each) => [each.route.id, each]));
  return Object.freeze({ all, find: (route_id: string) => byId.get(route_id) });
}

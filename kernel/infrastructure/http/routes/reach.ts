import type { Access, Principal } from '../../../permissions/index.ts';
import type { AnyRoute, Reach } from './route.ts';

/**
 * As declared; else `organization` for every writing route that asks for a permission or a role, so that a route whose
 * author thought of no sites refuses people held to some. Reading routes are narrowed by their rows alone.
 */
export function reachOf({ reach, method, access }: Pick<AnyRoute, 'reach' | 'method' | 'access'>): Reach {
  if (reach !== undefined) return reach;
  if (method === 'GET') return 'sites';
  return isOfAnybody(access) ? 'own' : 'organization';
}

const isOfAnybody = (access: Access): boolean =>
  'public' in access ||
  'authenticated' in access ||
  (!('anyOf' in access) && access.permission === undefined && access.role === 'guest');

/** Whether a principal stands too low for the whole organization: held to some of its sites. */
export const isBeyondReach = (route: AnyRoute, principal: Principal): boolean =>
  principal.site_ids !== null && reachOf(route) === 'organization';

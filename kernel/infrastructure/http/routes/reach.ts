import { forbidden } from '../../../errors/index.ts';
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

/** What people held to sites are told where something belongs to the whole organization. */
export const heldToSites = () =>
  forbidden({
    message:
      'You are held to sites, and this belongs to the whole organization: ask an administrator who is not.',
  });

/** Throws for people held to sites, unless what is written stands at a site; the unit narrows it to theirs. */
export function assertAtSite({ site_ids }: Principal, site_id: string | null | undefined): void {
  if (site_ids !== null && (site_id === null || site_id === undefined)) throw heldToSites();
}

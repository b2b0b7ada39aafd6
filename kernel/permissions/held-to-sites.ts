import { forbidden } from '../errors/index.ts';
import type { Principal } from './principal.ts';

/** The refusal of people held to sites, for anything of the whole organization. */
export const heldToSites = () =>
  forbidden({
    message:
      'You are held to sites, and this belongs to the whole organization: ask an administrator who is not.',
  });

/** Throws for people held to sites, unless what is written stands at a site; the unit narrows it to theirs. */
export function assertAtSite({ site_ids }: Principal, site_id: string | null | undefined): void {
  if (site_ids !== null && (site_id === null || site_id === undefined)) throw heldToSites();
}

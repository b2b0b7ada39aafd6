import { type ControllerTarget, notSent } from '@patchbay/vendor-kit';

/** A site of the controller, by both its names in the two interfaces. */
export interface VendorSite {
  /** Of the integration interface; null where the application is too old to have one. */
  readonly id: string | null;
  /** Of the classic interface (`default`). */
  readonly reference: string;
  readonly name: string;
}

const REFERENCE_PATTERN = /^[a-z0-9_-]{1,64}$/i;

/**
 * Which of the vendor's sites is ours: the one that carries the name or slug of our site, else the only one, else
 * `default`. More than one match is none.
 */
export function chooseSite(sites: readonly VendorSite[], own: ControllerTarget['site']): VendorSite {
  const named = own ? sites.filter((site) => isNamed(site, own.name) || isNamed(site, own.slug)) : [];
  const first = sites.find(({ reference }) => reference === 'default');
  const chosen = named.length === 1 ? named[0] : sites.length === 1 ? sites[0] : first;
  if (chosen === undefined)
    throw notSent('The controller has several sites and none that is ours.', 'adapter_not_found');
  return checkedSite(chosen);
}

/** Names become part of a path. */
export function checkedSite(site: VendorSite): VendorSite {
  if (!REFERENCE_PATTERN.test(site.reference)) throw notSent('not a site of the controller');
  return site;
}

function isNamed({ name, reference }: VendorSite, wanted: string): boolean {
  const folded = wanted.trim().toLowerCase();
  return folded !== '' && (name.trim().toLowerCase() === folded || reference.toLowerCase() === folded);
}

import type { ReplyOf } from '@patchbay/client';

export type Feature = ReplyOf<'GET', '/changes/features'>['items'][number];
export type Operation = Feature['operations'][number];
export type Vendor = ReplyOf<'GET', '/controllers/vendors'>['vendors'][number];

/** Where the objects of a feature are read and its writes staged. */
export interface GearPlace {
  readonly controller_id: string;
  /** `firewall`, or `routeros-firewall`. */
  readonly family: string;
  /** The site that the site-scoped family has in its path; null for the others. */
  readonly site_id: string | null;
  /** Key of the feature. */
  readonly feature: string;
}

/** The place of a feature at a controller; null for a vendor without routes. */
export function placeOf(
  controller: { readonly id: string; readonly site_id: string },
  vendor: Vendor,
  { key, area }: Pick<Feature, 'key' | 'area'>,
): GearPlace | null {
  const { id: controller_id, site_id } = controller;
  if (vendor.site_scoped) return { controller_id, family: area, site_id, feature: key };
  const [family] = vendor.families;
  return family === undefined
    ? null
    : { controller_id, family: `${family}-${area}`, site_id: null, feature: key };
}

export interface Area {
  readonly area: string;
  readonly features: readonly Feature[];
}

/** Features by area, in the order in which the areas come first; only those whose name holds what was typed. */
export function areasOf(features: readonly Feature[], typed: string): readonly Area[] {
  const wanted = typed.trim().toLowerCase();
  const areas = new Map<string, Feature[]>();
  for (const feature of features) {
    if (!`${feature.area} ${feature.title} ${feature.key}`.toLowerCase().includes(wanted)) continue;
    areas.set(feature.area, [...(areas.get(feature.area) ?? []), feature]);
  }
  return [...areas].map(([area, found]) => ({ area, features: found }));
}

/** `Firewall: address list` stands below its area, so that the area is not said again. */
export function shortTitle({ title }: Pick<Feature, 'title'>): string {
  const [, rest] = title.split(': ');
  return rest === undefined ? title : `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}

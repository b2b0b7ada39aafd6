import { createHash } from 'node:crypto';
import type { VendorValue } from '@patchbay/vendor-kit';
import type { SectionPlace } from './features.ts';
import { isDeviceSecret } from './secret-fields.ts';

/** A section as `uci.get` prints it: options beside `.name`, `.type`, `.anonymous` and `.index`. */
export type Section = VendorValue;

const CARRIER = /^(.+)<interface>$/;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether a section is one of the feature's. */
export function belongs(place: SectionPlace, section: Section): boolean {
  const type = textOf(section['.type']);
  const stem = CARRIER.exec(place.type)?.[1];
  if (stem === undefined ? type !== place.type : !type.startsWith(stem)) return false;
  return Object.entries(place.fixed).every(([option, value]) => {
    // Unset, a redirect is one of destinations (`target DNAT`); an interface without a protocol is of none.
    const found = textOf(section[option]) || (option === 'target' ? value : '');
    return found.toLowerCase() === value.toLowerCase();
  });
}

/** The options of a section, without what belongs to the section itself. */
export const optionsOf = (section: Section): VendorValue =>
  Object.fromEntries(Object.entries(section).filter(([name]) => !name.startsWith('.')));

/** The section without secrets, and without its place, which moves with its neighbours. */
export function shown(section: Section): VendorValue {
  const kept = Object.entries(section).filter(([name]) => name !== '.index' && !isDeviceSecret(name));
  return { '.id': idOf(section), ...Object.fromEntries(kept) };
}

/**
 * Section of a `target_id`. A section without a name of its own is known by its content: the device makes names
 * up from places, so that the same one means another section once a section before it is gone.
 */
export function idOf(section: Section): string {
  if (section['.anonymous'] !== true) return textOf(section['.name']);
  const open = Object.entries(section)
    .filter(([name]) => !name.startsWith('.') && !isDeviceSecret(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(open)).digest('hex').slice(0, 16);
  return `@${textOf(section['.type'])}:${hash}`;
}

/** The sections of a feature; of one of settings there is one at most. */
export function ownSections(sections: readonly Section[], place: SectionPlace): readonly Section[] {
  if (place.section === null) return sections.filter((section) => belongs(place, section));
  const only = findSection(sections, place, place.section);
  return only === undefined ? [] : [only];
}

/**
 * The section a target names: by name, by place among all of its type (`@rule[0]`), or by content; undefined where it
 * is none of the feature's, since it is another feature that may write it.
 */
export function findSection(
  sections: readonly Section[],
  place: SectionPlace,
  target: string,
): Section | undefined {
  const own = sections.filter((section) => belongs(place, section));
  const at = /^@([^[\]]+)\[(-?\d{1,6})\]$/.exec(target);
  if (at !== null) {
    const found = sections.filter((section) => section['.type'] === at[1]).at(Number(at[2]));
    return found !== undefined && own.includes(found) ? found : undefined;
  }
  return own.find((section) => idOf(section) === target || section['.name'] === target);
}

import { isRecord } from '@patchbay/kernel/schema';

import { canonicalJson } from '../record/canonical-json.ts';

/** Names by which the elements of a list are identified, the surest first. */
const IDENTITIES = ['_id', '.id', 'id', 'uuid', 'name', 'mac', 'ip', 'address'];

/**
 * For each element that is sent, the live one it was copied from, or undefined where that is not certain: elements
 * equal in all that is shown, in their order; then the one with the same identity; then, in lists of the same length,
 * the one in the same place. `withoutSecrets` drops what is not shown.
 */
export function sameElements(
  sent: readonly unknown[],
  live: readonly unknown[],
  withoutSecrets: (value: unknown) => unknown,
): readonly unknown[] {
  const shownSent = sent.map((each) => canonicalJson(withoutSecrets(each)));
  const sentBy = placesBy(shownSent);
  const liveBy = placesBy(live.map((each) => canonicalJson(withoutSecrets(each))));
  const taken = new Set<number>();
  const seen = new Map<string, number>();
  const places = shownSent.map((shown) => {
    const alike = liveBy.get(shown) ?? [];
    // When one of several equal-looking elements was removed, the remaining ones cannot be identified.
    if (alike.length !== sentBy.get(shown)?.length) return alike.length === 0 ? undefined : -1;
    const turn = seen.get(shown) ?? 0;
    seen.set(shown, turn + 1);
    const found = alike[turn];
    if (found !== undefined) taken.add(found);
    return found;
  });
  const isSameLength = sent.length === live.length;
  const identified = identities(sent, live);
  return places.map((known, place) => {
    if (known !== undefined) return known === -1 ? undefined : live[known];
    const found = identified(sent[place]) ?? (isSameLength ? place : undefined);
    return found === undefined || taken.has(found) ? undefined : live[found];
  });
}

/** Places of a list by what stands at them; each list is walked once, however long it is. */
function placesBy<T>(list: readonly T[]): ReadonlyMap<T, readonly number[]> {
  const places = new Map<T, number[]>();
  for (const [place, each] of list.entries()) {
    const known = places.get(each);
    if (known === undefined) places.set(each, [place]);
    else known.push(place);
  }
  return places;
}

const identityOf = (element: unknown, name: string): string | number | undefined => {
  const value = isRecord(element) ? element[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
};

/** Finds the place of the only live element with the identity that only one sent element has. */
function identities(
  sent: readonly unknown[],
  live: readonly unknown[],
): (element: unknown) => number | undefined {
  const known = IDENTITIES.map((name) => {
    const by = (list: readonly unknown[]) => placesBy(list.map((each) => identityOf(each, name)));
    return { name, sent: by(sent), live: by(live) };
  });
  return (element) => {
    for (const { name, sent: rivals, live: alike } of known) {
      const wanted = identityOf(element, name);
      if (wanted === undefined) continue;
      const [found, ...others] = alike.get(wanted) ?? [];
      if (found !== undefined && others.length === 0 && rivals.get(wanted)?.length === 1) return found;
    }
    return undefined;
  };
}

import type { VendorValue } from '@patchbay/vendor-kit';
import { canonicalJson } from '../canonical-json.ts';

/** Names by which the elements of a list are told apart, the surest first. */
const IDENTITIES = ['_id', '.id', 'id', 'uuid', 'name', 'mac', 'ip', 'address'];

const isObject = (value: unknown): value is VendorValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
  const shownLive = live.map((each) => canonicalJson(withoutSecrets(each)));
  const taken = new Set<number>();
  const places = shownSent.map((shown, place) => {
    const alike = placesOf(shownLive, shown);
    const rivals = placesOf(shownSent, shown);
    // A list of which one of several that look the same was taken out tells nobody which of them are left.
    if (alike.length !== rivals.length) return alike.length === 0 ? undefined : -1;
    const found = alike[rivals.indexOf(place)];
    if (found !== undefined) taken.add(found);
    return found;
  });
  const isSameLength = sent.length === live.length;
  return places.map((known, place) => {
    if (known !== undefined) return known === -1 ? undefined : live[known];
    const found = identified(sent, live, place) ?? (isSameLength ? place : undefined);
    return found === undefined || taken.has(found) ? undefined : live[found];
  });
}

const placesOf = (texts: readonly string[], text: string): readonly number[] =>
  texts.flatMap((each, place) => (each === text ? [place] : []));

/** The place of the only live element with the identity that only this element has. */
function identified(sent: readonly unknown[], live: readonly unknown[], place: number): number | undefined {
  const element = sent[place];
  if (!isObject(element)) return undefined;
  for (const name of IDENTITIES) {
    const wanted = element[name];
    if (typeof wanted !== 'string' && typeof wanted !== 'number') continue;
    const has = (each: unknown) => isObject(each) && each[name] === wanted;
    const found = live.flatMap((each, at) => (has(each) ? [at] : []));
    if (found.length === 1 && sent.filter(has).length === 1) return found[0];
  }
  return undefined;
}

import { createHash } from 'node:crypto';
import { isWhole } from './counts.ts';

/** Decides which part of a sweep is run; `TEST_SEED` runs the same part again. */
const seed = process.env['TEST_SEED'] ?? '0';

/** A number from 0 to 1 that depends on the seed and the name alone. */
const draw = (name: string): number =>
  createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32;

/**
 * A share of the items, in their order and at least one; in CI, and with `TEST_WHOLE`, all of them. Whether an item is
 * among them depends on the seed, the subject and its place, so that different subjects leave out different ones.
 */
export function sampled<T>(subject: string, items: readonly T[], share: number): readonly T[] {
  if (isWhole) return items;
  const drawn = items.map((item, place) => ({ item, place, draw: draw(`${subject} ${place}`) }));
  return drawn
    .toSorted((one, other) => one.draw - other.draw)
    .slice(0, Math.max(1, Math.ceil(items.length * share)))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

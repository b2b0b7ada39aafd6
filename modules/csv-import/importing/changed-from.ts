import { isDeepStrictEqual } from 'node:util';

/** The fields of what a record says that are otherwise in a row: what a file repeats is no change. */
export function changedFrom<P extends object>(
  row: Readonly<Record<keyof P & string, unknown>>,
  said: P,
): Said<P> {
  const changed = Object.entries(said).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, Reflect.get(row, field)),
  );
  return Object.fromEntries(changed) as Said<P>;
}

type Said<P> = { [K in keyof P]?: Exclude<P[K], undefined> };

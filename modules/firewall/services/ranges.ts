/** Whole numbers from the first to the second, both included. */
export type Range = readonly [from: bigint, to: bigint];

/** Ranges in order, without overlap and without neighbours that could be one. */
export function merged(ranges: readonly Range[]): readonly Range[] {
  const result: [bigint, bigint][] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))) {
    const last = result.at(-1);
    if (last && from <= last[1] + 1n) last[1] = to > last[1] ? to : last[1];
    else result.push([from, to]);
  }
  return result;
}

/** Whether every number of `inner` is one of `outer`; both merged. */
export const contains = (outer: readonly Range[], inner: readonly Range[]): boolean =>
  inner.every(([from, to]) => outer.some(([low, high]) => low <= from && to <= high));

/** Part of merged `ranges` that lies in `space`. */
export const within = (ranges: readonly Range[], space: readonly Range[]): readonly Range[] =>
  merged(
    ranges.flatMap(([from, to]) =>
      space.flatMap(([low, high]): readonly Range[] => {
        const [start, end] = [from > low ? from : low, to < high ? to : high];
        return start <= end ? [[start, end]] : [];
      }),
    ),
  );

/** Part of merged `space` that lies in none of the merged `ranges`. */
export const without = (space: readonly Range[], ranges: readonly Range[]): readonly Range[] =>
  space.flatMap(([low, high]) => {
    const left: Range[] = [];
    let from = low;
    for (const [start, end] of ranges) {
      if (end < from || start > high) continue;
      if (start > from) left.push([from, start - 1n]);
      from = end + 1n;
    }
    if (from <= high) left.push([from, high]);
    return left;
  });

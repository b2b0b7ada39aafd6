/** The middle of the values, NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value below which `share` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Ratios product to floor, round by round; empty where there is no floor. */
export const ratiosOf = (product: readonly number[], floor: readonly number[]): readonly number[] =>
  product.flatMap((value, round) => {
    const base = floor[round];
    return base === undefined ? [] : [value / base];
  });

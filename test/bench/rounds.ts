/**
 * Measures both sides once per round, the other one first in every second round, so that what drifts on the
 * machine hits both alike.
 */
export async function alternate<T>(
  rounds: number,
  sides: { readonly floor: () => Promise<T>; readonly product: () => Promise<T> },
): Promise<{ readonly floor: readonly T[]; readonly product: readonly T[] }> {
  const measured: { floor: T[]; product: T[] } = { floor: [], product: [] };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['floor', 'product'] as const) : (['product', 'floor'] as const);
    for (const side of order) measured[side].push(await sides[side]());
  }
  return measured;
}

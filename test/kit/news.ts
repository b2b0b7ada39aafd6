import { waitFor } from '../harness/index.ts';

interface Asserts {
  same(found: unknown, wanted: unknown): boolean;
}

/** Follows what is told: the answer takes what is new by now, waits for it, and holds the whole to that. */
export function news(t: Asserts, told: () => Promise<readonly string[]>) {
  const expected: string[] = [];
  return async (...more: readonly string[]): Promise<void> => {
    expected.push(...more);
    expected.sort();
    await waitFor('the news', async () => ((await told()).length >= expected.length ? true : null));
    t.same(await told(), expected);
  };
}

import type { Received } from './receiver.ts';

interface Asserts {
  same(found: unknown, wanted: unknown, name: string): boolean;
}

/** Ids of the effects that came to each path; every one came under one id, however often it was sent. */
export function oneIdPerEffect(t: Asserts, received: readonly Received[]): ReadonlyMap<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { path, headers } of received)
    ids.set(path, (ids.get(path) ?? new Set()).add(String(headers['x-fabric-delivery'])));
  t.same(
    [...ids].filter(([, each]) => each.size > 1),
    [],
    'one id per effect',
  );
  return ids;
}

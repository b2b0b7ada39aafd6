import type { ObjectsByFeature, VendorValue } from './vendor-value.ts';

/** Under this name a snapshot carries the order of its lists; no feature is called so. */
export const OBJECT_ORDER = 'reading.order';

/**
 * A snapshot's objects with the order of the named lists beside them: kept objects are identified by id and stand
 * in no order, and rules mean nothing without theirs. A list that holds equal objects names their id as often.
 */
export function withOrder(
  objects: ObjectsByFeature,
  features: readonly string[],
  idOf: (feature: string, value: VendorValue) => string,
): ObjectsByFeature {
  const lists = features.filter((feature) => (objects[feature] ?? []).length > 0);
  const order = Object.fromEntries(
    lists.map((feature) => [feature, (objects[feature] ?? []).map((value) => idOf(feature, value))]),
  );
  return { ...objects, [OBJECT_ORDER]: [order] };
}

/** Kept objects in the order that was read with them; those it does not name come last, as they are. */
export function inOrder(
  kept: readonly { readonly id: string; readonly value: VendorValue }[],
  order: unknown,
): readonly VendorValue[] {
  const ids: readonly unknown[] = Array.isArray(order) ? order : [];
  const byId = new Map(kept.map(({ id, value }) => [id, value]));
  const named = ids.map((id) => byId.get(String(id))).filter((value) => value !== undefined);
  const known = new Set(ids.map(String));
  return [...named, ...kept.filter(({ id }) => !known.has(id)).map(({ value }) => value)];
}

export type Values = Readonly<Record<string, unknown>>;

/** In the place of a secret that the platform does not show. */
export const MARKER = '[redacted]';

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Devices write numbers and flags as texts; `10` and `"10"` are the same setting. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other || (isEmpty(one) && isEmpty(other))) return true;
  if (isObject(one) || isObject(other) || Array.isArray(one) || Array.isArray(other))
    return canonical(one) === canonical(other);
  return String(one ?? '') === String(other ?? '');
}

/** JSON that does not depend on the order of keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? '';

/** Values that a form begins with: the fields of the live object that can be written and are set. */
export const initialOf = (knows: (field: string) => boolean, live: Values | null): Values =>
  Object.fromEntries(Object.entries(live ?? {}).filter(([field, value]) => knows(field) && !isEmpty(value)));

/** The same for a copy: secrets that are not shown cannot be copied. */
export const copyOf = (knows: (field: string) => boolean, live: Values): Values =>
  Object.fromEntries(Object.entries(initialOf(knows, live)).filter(([, value]) => !holdsMarker(value)));

const holdsMarker = (value: unknown): boolean =>
  value === MARKER ||
  (Array.isArray(value) && value.some(holdsMarker)) ||
  (isObject(value) && Object.values(value).some(holdsMarker));

/** Fields of the form that differ from the live object. */
export const changedFields = (values: Values, live: Values | null): readonly string[] =>
  Object.keys(values).filter((field) => !isSame(values[field], live?.[field]));

/** Fields of a new object that were not filled in are left to the device. */
const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * Payload: of a new object everything that is filled in; of one that exists the fields that differ, each as a whole, and those
 * without which no payload is taken.
 */
export function payloadOf(
  values: Values,
  live: Values | null,
  { required = [] }: { readonly required?: readonly string[] },
): Values {
  if (live === null) return Object.fromEntries(Object.entries(values).filter(([, value]) => isSaid(value)));
  const sent = new Set([...changedFields(values, live), ...required.filter((field) => field in values)]);
  return Object.fromEntries(Object.entries(values).filter(([field]) => sent.has(field)));
}

/** Fields of a payload, at any depth, by which a write becomes catastrophic. */
export function dangersIn(payload: unknown, escalates: readonly string[]): readonly string[] {
  if (Array.isArray(payload)) return [...new Set(payload.flatMap((each) => dangersIn(each, escalates)))];
  if (!isObject(payload)) return [];
  const found = Object.entries(payload).flatMap(([field, value]) => [
    ...(escalates.includes(field) && !isEmpty(value) ? [field] : []),
    ...dangersIn(value, escalates),
  ]);
  return [...new Set(found)];
}

/** Messages of the platform by the path of the form's field. */
export const faultsOf = (
  details: readonly { readonly field: string; readonly message: string }[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    details.flatMap(({ field, message }) =>
      field.startsWith('payload.') ? [[field.slice('payload.'.length), message]] : [],
    ),
  );

/** Stands wherever a secret is not shown. It is never a value: bodies that hold it are refused, or keep what is stored (RULES R17). */
export const REDACTED = '[redacted]';

/** Keys and positions from the root of a value down to one field. */
export type FieldPath = readonly (string | number)[];

/** True for the text that stands for a secret, however it was copied. */
export const isRedacted = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= REDACTED.length + 16 &&
  value.trim().toLowerCase() === REDACTED;

/** As the marker looks inside an address, where it may have been encoded. */
const IN_ADDRESS = ['[redacted]', '%5bredacted%5d'];
const MAX_ADDRESS = 8_192;

/** True for an address of which a part is hidden (`https://[redacted]@host/`): it leads nowhere, or elsewhere. */
export function isRedactedAddress(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS || !value.includes('://')) return false;
  const lower = value.toLowerCase();
  return !/\s/.test(lower.trim()) && IN_ADDRESS.some((marker) => lower.includes(marker));
}

/** A value on its way through a walk; the path to it is made only where it is asked for. */
interface Place {
  readonly value: unknown;
  readonly key: string | number;
  readonly above: Place | undefined;
}

/** Paths of values that hold such a text. Not recursive; takes values that were bounded in size. */
export function redactedIn(
  value: unknown,
  isMarker: (each: unknown) => boolean = isRedacted,
): readonly FieldPath[] {
  const found: FieldPath[] = [];
  const waiting: Place[] = [{ value, key: '', above: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: each } = next;
    if (isMarker(each)) found.push(pathTo(next));
    if (typeof each !== 'object' || each === null) continue;
    const keys = Array.isArray(each) ? undefined : Object.keys(each);
    // Backwards, since the last one in is the first one out.
    for (let at = (keys ?? (each as unknown[])).length - 1; at >= 0; at -= 1) {
      const key = keys === undefined ? at : (keys[at] ?? '');
      const item: unknown = Reflect.get(each, key);
      if (typeof item === 'string' || typeof item === 'object')
        waiting.push({ value: item, key, above: next });
    }
  }
  return found;
}

function pathTo(place: Place): FieldPath {
  const path: (string | number)[] = [];
  for (let each = place; each.above !== undefined; each = each.above) path.push(each.key);
  return path.reverse();
}

/** `auth_servers.0.x_secret`, as details of refusals name fields. */
export const dotted = (path: FieldPath): string => path.join('.');

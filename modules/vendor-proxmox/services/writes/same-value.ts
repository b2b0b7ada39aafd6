import type { VendorValue } from '@patchbay/vendor-kit';
import {
  type Format,
  type Keys,
  type Operation,
  type Parameter,
  parameterOf,
} from '../schemas/operations.ts';
import { propertiesOf, truthOf } from '../schemas/property-string.ts';

/** `local-lvm:32`: the host makes a volume of that size and shows its name. */
const ALLOCATION = /^([A-Za-z][\w.-]*):\d+(\.\d+)?$/;
/** Keys of a disk that say how it is made, not what it is. */
const making = new Set(['import-from']);

/** Names of the parameters that are not shown as they were sent. */
export function differences(
  operation: Operation,
  formats: Readonly<Record<string, Format>>,
  sent: VendorValue,
  live: VendorValue,
): readonly string[] {
  return Object.entries(sent)
    .filter(([name, value]) => !isSame(parameterOf(operation, name), formats, value, live[name]))
    .map(([name]) => name);
}

function isSame(
  parameter: Parameter | undefined,
  formats: Readonly<Record<string, Format>>,
  sent: unknown,
  live: unknown,
): boolean {
  const { type, format = '', 'x-property-string': own } = parameter ?? {};
  const keys = own ?? formats[format]?.propertyString;
  if (keys !== undefined) return hasProperties(keys, sent, live);
  if (type === 'boolean') return (truthOf(sent) ?? '0') === (truthOf(live ?? 0) ?? '0');
  if (live === undefined || live === null) return isEmpty(sent);
  if (type === 'integer' || type === 'number') return Number(sent) === Number(live);
  if (type === 'array' || /-list$/.test(format)) return sameItems(sent, live);
  if (ALLOCATION.test(String(sent))) return madeVolume(String(sent), String(live));
  return String(sent).trim() === String(live).trim();
}

const isEmpty = (sent: unknown): boolean => sent === '' || (Array.isArray(sent) && sent.length === 0);

function hasProperties(keys: Keys, sent: unknown, live: unknown): boolean {
  if (live === undefined || live === null) return isEmpty(sent);
  const shown = propertiesOf(live, keys);
  for (const [name, value] of propertiesOf(sent, keys)) {
    if (making.has(name)) continue;
    const found = shown.get(name);
    if (found === undefined) {
      // Values at their default are not always shown.
      if (keys[name]?.type === 'boolean' || value === '') continue;
      return false;
    }
    if (!isSameText(value, found)) return false;
  }
  return true;
}

function isSameText(sent: string, found: string): boolean {
  if (sent === found || sent.toLowerCase() === found.toLowerCase()) return true;
  const truth = truthOf(sent);
  return (truth !== null && truth === truthOf(found)) || madeVolume(sent, found);
}

/** A new volume stands on the storage it was asked for. */
function madeVolume(sent: string, found: string): boolean {
  const storage = ALLOCATION.exec(sent)?.[1];
  return storage !== undefined && found.startsWith(`${storage}:`);
}

function sameItems(sent: unknown, live: unknown): boolean {
  const wanted = itemsOf(sent);
  const shown = itemsOf(live);
  return wanted.size === shown.size && [...wanted].every((item) => shown.has(item));
}

export const itemsOf = (value: unknown): ReadonlySet<string> =>
  new Set(
    (Array.isArray(value) ? value.map(String) : String(value ?? '').split(/[,;\s]+/)).filter(
      (item) => item !== '',
    ),
  );

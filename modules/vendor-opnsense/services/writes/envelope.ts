import type { VendorValue } from '@patchbay/vendor-kit';
import { textOf } from './same-value.ts';

const asObject = (value: unknown): VendorValue | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as VendorValue) : null;

/** The fields in a payload that stands alone, or in the keys the command wants around it, or in some of them. */
export function fieldsIn(envelope: readonly string[], payload: VendorValue): VendorValue {
  let fields = payload;
  for (const key of envelope) {
    const inner = Object.keys(fields).length === 1 ? asObject(fields[key]) : null;
    if (inner !== null) fields = inner;
  }
  return fields;
}

/** The body of a command: every value as text, inside its envelope. */
export function bodyOf(envelope: readonly string[], payload: VendorValue): VendorValue {
  const fields = texts(fieldsIn(envelope, payload));
  return envelope.reduceRight<VendorValue>((inner, key) => ({ [key]: inner }), fields);
}

const texts = (fields: VendorValue): VendorValue =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const inner = asObject(value);
      return [name, inner === null ? textOf(value) : texts(inner)];
    }),
  );

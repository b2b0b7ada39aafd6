import type { VendorValue } from '@patchbay/vendor-kit';

/** Fields by which objects of gear are called, the best first. */
const NAMES = ['name', 'hostname', 'descr', 'description', 'comment', 'label', 'title', 'interface'];
const LONGEST_NAME = 120;

/** The name of the object of a change: of what is created, or as it was seen when the change was staged. */
export const targetOf = ({
  operation,
  payload,
  base,
}: {
  readonly operation: string;
  readonly payload: VendorValue;
  readonly base: VendorValue | null;
}): string | null => targetName(operation === 'create' ? payload : base);

/** By values that hold no secrets; null where none tells a name. */
function targetName(value: VendorValue | null): string | null {
  for (const field of NAMES) {
    const name = value !== null && Object.hasOwn(value, field) ? value[field] : undefined;
    if (typeof name === 'string' && name.trim() !== '') return name.trim().slice(0, LONGEST_NAME);
  }
  return null;
}

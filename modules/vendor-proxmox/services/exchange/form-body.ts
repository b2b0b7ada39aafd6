import type { VendorValue } from '@patchbay/vendor-kit';

/** Parameters as the host takes them: truth as `1` and `0`, lists as one name several times. */
export function formOf(fields: VendorValue): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of Array.isArray(value) ? value : [value]) form.append(name, textOf(each));
  }
  return form;
}

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value ?? '');
};

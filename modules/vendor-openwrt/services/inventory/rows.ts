import type { VendorValue } from '@patchbay/vendor-kit';

const MAX_ROWS = 20_000;

export const recordOf = (value: unknown): VendorValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as VendorValue) : {};

/** The objects of a list in an answer; anything else is none. */
export const rowsOf = (value: unknown): readonly VendorValue[] =>
  Array.isArray(value) ? value.slice(0, MAX_ROWS).map(recordOf) : [];

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

import { DeviceError } from '@patchbay/vendor-kit';

export type Element = Readonly<Record<string, unknown>>;

/** The children of an element; none for what is absent or only text. */
export const fieldsOf = (value: unknown): Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** The text of an element, whether it has attributes or not. */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  const text = fieldsOf(value)['#text'];
  return typeof text === 'string' ? text : '';
}

/** An element that may stand there several times, once, or not at all. */
export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

export const refused = (): DeviceError =>
  new DeviceError({
    type: 'adapter_authentication_error',
    outcome: 'refused',
    message: 'the camera refused the credential',
  });

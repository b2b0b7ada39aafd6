import type { ObjectsByFeature, VendorValue } from './vendor-value.ts';

/** A field as text, trimmed; empty when it is absent or no scalar. */
export function textIn(value: VendorValue, field: string): string {
  const found = value[field];
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
    ? String(found).trim()
    : '';
}

/** A field that holds several texts: an array, or one text separated by commas. Empty parts are left out. */
export function listIn(value: VendorValue, field: string, separator: RegExp = /[,\n]/): readonly string[] {
  const found = value[field];
  const parts: readonly unknown[] = Array.isArray(found) ? found : textIn(value, field).split(separator);
  return parts.map((part) => String(part).trim()).filter((part) => part !== '');
}

/** Whether a switch is on, however the vendor spells it; `otherwise` when it is not there. */
export function isOn(value: VendorValue, field: string, otherwise = false): boolean {
  const text = textIn(value, field).toLowerCase();
  return text === '' ? otherwise : ['1', 'true', 'yes', 'on', 'enabled'].includes(text);
}

/** The objects of a feature, none when the controller has listed none. */
export const objectsOf = (objects: ObjectsByFeature, feature: string): readonly VendorValue[] =>
  objects[feature] ?? [];

/** `10.0.20.1/24` becomes `10.0.20.0/24`; null for what is no IPv4 address with a length. */
export function networkOf(address: string): string | null {
  const [, a, b, c, d, length] =
    /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(address) ?? [];
  const bytes = [a, b, c, d].map(Number);
  const bits = Number(length);
  if (length === undefined || bits > 32 || bytes.some((byte) => byte > 255)) return null;
  const mask = bits === 0 ? 0 : (0xffffffff << (32 - bits)) >>> 0;
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const network = (number & mask) >>> 0;
  return `${[24, 16, 8, 0].map((shift) => (network >>> shift) & 255).join('.')}/${bits}`;
}

const DOTTED = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Length of a dotted mask (`255.255.255.0` is 24); null for what is none. */
export function maskLength(mask: string): number | null {
  if (!DOTTED.test(mask)) return null;
  const bits = mask
    .split('.')
    .map((byte) => Number(byte).toString(2).padStart(8, '0'))
    .join('');
  const ones = bits.indexOf('0');
  if (bits.length !== 32 || !/^1*0*$/.test(bits)) return null;
  return ones === -1 ? 32 : ones;
}

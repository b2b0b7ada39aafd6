import { isIPv4, isIPv6 } from 'node:net';

const prefixLength = (text: string, most: number) => /^\d{1,3}$/.test(text) && Number(text) <= most;

export const isIp = (text: string) => isIPv4(text);
export const isAnyIp = (text: string) => isIPv4(text) || isIPv6(text);

export function isPrefix(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  return rest.length === 0 && isIPv4(address) && (length === undefined || prefixLength(length, 32));
}

export function isPrefix6(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  return rest.length === 0 && isIPv6(address) && (length === undefined || prefixLength(length, 128));
}

/** An address, a prefix, or two addresses with a hyphen. */
export function isRange(text: string): boolean {
  if (isPrefix(text)) return true;
  const [low = '', high = '', ...rest] = text.split('-');
  return rest.length === 0 && isIPv4(low) && isIPv4(high) && numberOf(low) <= numberOf(high);
}

/** A port, a range, or a comma list of both. */
export const isPorts = (text: string) => isRangeList(text, 0, 65_535);

/** Numbers and `low-high` ranges in a comma list. */
export function isRangeList(text: string, least: number, most: number): boolean {
  return text.split(',').every((part) => {
    const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part);
    if (!match) return false;
    const low = Number(match[1]);
    const high = Number(match[2] ?? match[1]);
    return low >= least && high <= most && low <= high;
  });
}

export function isHost(text: string): boolean {
  return isAnyIp(text) || (text.length <= 253 && /^[a-zA-Z0-9_]([a-zA-Z0-9_.-]*[a-zA-Z0-9])?$/.test(text));
}

/** `aa-bb-…`, `aabb…` and `AA:BB:…` as the router prints them; null when it is none. */
export function normalMac(text: string): string | null {
  const digits = text.replace(/[:-]/g, '');
  if (!/^[0-9a-fA-F]{12}$/.test(digits)) return null;
  if (!/^(..([:-]))(..\2){4}..$/.test(text) && text !== digits) return null;
  return (digits.toUpperCase().match(/../g) ?? []).join(':');
}

/** Network address of `192.168.1.7/24`, without its length. */
export function networkOf(prefix: string): string {
  const [address = '', length = '32'] = prefix.split('/');
  const mask = Number(length) === 0 ? 0 : (0xffffffff << (32 - Number(length))) >>> 0;
  return textOf((numberOf(address) & mask) >>> 0);
}

export function textOf(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.');
}

export function numberOf(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

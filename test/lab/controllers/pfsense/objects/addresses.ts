import { isIP, isIPv4, isIPv6 } from 'node:net';

export const isAddress = (text: string): boolean => isIP(text) !== 0;

/** `10.0.0.0/8`, `2001:db8::/32`. */
export function isSubnet(text: string, kinds: { readonly v4: boolean; readonly v6: boolean }): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  if (rest.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  if (kinds.v4 && isIPv4(address)) return Number(bits) <= 32;
  return kinds.v6 && isIPv6(address) && Number(bits) <= 128;
}

const domain = /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const fqdn = /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** The product's idea of a host name takes dots. */
export const isDomain = (text: string): boolean => text.length <= 253 && domain.test(text);
export const isFqdn = (text: string): boolean => text.length <= 253 && fqdn.test(text);

import { isIP, isIPv4, isIPv6 } from 'node:net';

/** Forms of addresses as the product's field types tell them apart. */
export interface NetworkForm {
  readonly family?: string | undefined;
  readonly maskRequired?: boolean | undefined;
  readonly maskAllowed?: boolean | undefined;
}

export function isNetwork(text: string, { family, maskRequired, maskAllowed = true }: NetworkForm): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (rest.length > 0 || version === 0) return false;
  if ((family === 'ipv4' && version !== 4) || (family === 'ipv6' && version !== 6)) return false;
  if (bits === undefined) return maskRequired !== true;
  return maskAllowed && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

export const isAddress = (text: string): boolean => isIP(text) !== 0;

export const familyOf = (text: string): 'inet' | 'inet6' | null => {
  const [address = ''] = text.split('/');
  return isIPv4(address) ? 'inet' : isIPv6(address) ? 'inet6' : null;
};

const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i;

export function isHostname(text: string, wildcard = false): boolean {
  const name = wildcard && text.startsWith('*.') ? text.slice(2) : text;
  if (wildcard && text === '*') return true;
  const labels = name.replace(/\.$/, '').split('.');
  return name.length <= 253 && labels.every((part) => label.test(part)) && !/^[\d.]+$/.test(name);
}

/** Whether an IPv4 address stands in a network; false for anything else. */
export function isInside(address: string, network: string): boolean {
  const [base = '', bits = '32'] = network.split('/');
  if (!isIPv4(address) || !isIPv4(base)) return false;
  const mask = Number(bits) === 0 ? 0 : (0xffffffff << (32 - Number(bits))) >>> 0;
  return (numberOf(address) & mask) >>> 0 === (numberOf(base) & mask) >>> 0;
}

const numberOf = (address: string): number =>
  address.split('.').reduce((sum, part) => ((sum << 8) | Number(part)) >>> 0, 0);

/** `192.168.1.10-192.168.1.20` or a network. */
export function isRange(text: string): boolean {
  const [from = '', to, ...rest] = text.split('-').map((part) => part.trim());
  if (to === undefined) return isNetwork(from, {});
  return rest.length === 0 && isAddress(from) && isAddress(to) && familyOf(from) === familyOf(to);
}

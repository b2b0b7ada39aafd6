import type { VendorValue, WriteInView } from '@patchbay/vendor-kit';

/** Features that name the console itself or the uplink of its site. */
const always: Readonly<Record<string, string>> = {
  'routing.wan': 'The write changes an uplink of the site, by which the console may be reached.',
  'system.console_reboot': 'The console is away while it starts again.',
  'firmware.console_update': 'The console is away while it is updated.',
  'firewall.ips': 'Intrusion prevention may stop requests of the platform.',
};
const networks = new Set(['network.vlan', 'vpn.site_to_site', 'vpn.server', 'vpn.client']);
const filters = new Set(['firewall.policy', 'firewall.rule', 'firewall.acl_rule']);
const letting = new Set(['ALLOW', 'accept']);

export const touchesPath = (feature: string): boolean =>
  Object.hasOwn(always, feature) || networks.has(feature) || filters.has(feature);

/** Warnings about a write to the path by which the console is reached; the console itself is not asked. */
export function reachedThrough(
  { feature, operation, payload, value }: WriteInView,
  url: string,
): readonly string[] {
  const told = Object.hasOwn(always, feature) ? always[feature] : undefined;
  if (told !== undefined) return [told];
  if (networks.has(feature)) return network(URL.parse(url)?.hostname ?? '', operation, payload, value);
  if (!filters.has(feature) || operation === 'delete') return [];
  const action = payload['action'] ?? value?.['action'];
  const word = typeof action === 'object' && action !== null ? Reflect.get(action, 'type') : action;
  return letting.has(String(word))
    ? []
    : ['The rule stops traffic, maybe that of the platform to the console.'];
}

function network(
  host: string,
  operation: WriteInView['operation'],
  payload: VendorValue,
  value: VendorValue | null,
): readonly string[] {
  const isHere = [payload, value ?? {}].some((each) => holdsHost(each, host));
  if (isHere) return [`The platform reaches the console at ${host}, which is in this network.`];
  return operation !== 'create' && value === null ? [`This may be the network of ${host}.`] : [];
}

/** Whether the console's address is in the network, as far as its own addressing says. */
function holdsHost(value: VendorValue, host: string): boolean {
  const ipv4 = value['ipv4Configuration'];
  const inside = typeof ipv4 === 'object' && ipv4 !== null ? (ipv4 as VendorValue) : {};
  const [address = '', length = ''] = String(value['ip_subnet'] ?? '').split('/');
  return (
    contains(String(inside['hostIpAddress'] ?? ''), Number(inside['prefixLength']), host) ||
    contains(address, Number(length), host)
  );
}

function contains(address: string, length: number, host: string): boolean {
  const [own, other] = [bitsOf(address), bitsOf(host)];
  if (own === null || other === null || !(length >= 1 && length <= 32)) return false;
  return own >>> (32 - length) === other >>> (32 - length);
}

function bitsOf(address: string): number | null {
  const parts = address.split('.').map(Number);
  const isAddress =
    parts.length === 4 && parts.every((part) => Number.isInteger(part) && part >= 0 && part <= 255);
  return isAddress ? parts.reduce((bits, part) => ((bits << 8) | part) >>> 0, 0) : null;
}

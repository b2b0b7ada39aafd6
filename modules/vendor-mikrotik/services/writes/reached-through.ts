import type { VendorValue, WriteInView } from '@patchbay/vendor-kit';
import type { RouterRow } from '../inventory/rows.ts';

/** Path by which a router is reached. */
export interface Path {
  readonly url: string;
  readonly username: string;
}

type Print = (menu: string) => Promise<readonly RouterRow[]>;

const interfaceFeatures = new Set(
  ['vlan', 'bridge', 'bridge_port', 'bridge_vlan', 'bonding', 'ethernet', 'wifi'].map(
    (name) => `interfaces.${name}`,
  ),
);
const firewallChains: Readonly<Record<string, string>> = {
  'firewall.filter': 'input',
  'firewall.filter6': 'input',
  'firewall.raw': 'prerouting',
};
const further = new Set(['interfaces.address', 'firewall.move', 'services.ip_service', 'security.user']);

/** Rules made in another chain are many, and none of them does. */
export function touchesPath(
  feature: string,
  { operation, payload }: Pick<WriteInView, 'operation' | 'payload'>,
): boolean {
  const chain = firewallChains[feature];
  if (chain !== undefined) return operation !== 'create' || payload['chain'] === chain;
  return interfaceFeatures.has(feature) || further.has(feature);
}

/**
 * Warnings about a write to the path by which the router is reached. It warns rather too often: a target that is
 * not known yet may be the one. The router itself is read only when the write is reviewed live.
 */
export async function reachedThrough(
  path: Path,
  write: WriteInView,
  print: Print,
): Promise<readonly string[]> {
  const url = URL.parse(path.url);
  if (url === null) return [];
  const { feature } = write;
  const chain = firewallChains[feature];
  if (chain !== undefined) return rule(write, chain, portOf(url));
  if (feature === 'firewall.move')
    return ['The order of input rules decides whether the platform still gets in.'];
  if (feature === 'interfaces.address') return address(write, hostOf(url));
  if (feature === 'services.ip_service') return service(write, url);
  if (feature === 'security.user') return user(write, path.username);
  if (interfaceFeatures.has(feature)) return anInterface(write, hostOf(url), print);
  return [];
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');
const textOf = (value: VendorValue | null, field: string): string | undefined => {
  const found = value?.[field];
  return found === undefined || found === null ? undefined : String(found);
};
/** As it will be, or as it is where the write says nothing of it. */
const either = ({ payload, value }: WriteInView, field: string): string | undefined =>
  textOf(payload, field) ?? textOf(value, field);
const isUnknown = ({ operation, value }: WriteInView): boolean => operation !== 'create' && value === null;

function address(write: WriteInView, host: string): readonly string[] {
  const plain = (text: string | undefined) => text?.split('/')[0];
  const isOwn = [textOf(write.value, 'address'), textOf(write.payload, 'address')].some(
    (text) => plain(text) === host,
  );
  if (isOwn) return [`The platform reaches the router at ${host}, which is this address.`];
  return isUnknown(write)
    ? [`This may be the address ${host}, at which the platform reaches the router.`]
    : [];
}

function service(write: WriteInView, { protocol }: URL): readonly string[] {
  const own = protocol === 'https:' ? 'www-ssl' : 'www';
  if (textOf(write.value, 'name') === own)
    return [`The platform reaches the router through the service ${own}.`];
  return isUnknown(write)
    ? [`This may be the service ${own}, through which the platform reaches the router.`]
    : [];
}

function user(write: WriteInView, username: string): readonly string[] {
  if (textOf(write.value, 'name') === username) return [`The platform signs in as this user, ${username}.`];
  return isUnknown(write) ? [`This may be ${username}, as whom the platform signs in.`] : [];
}

/** Every rule that can match the platform's packets; whether it lets them in, people judge. */
function rule(write: WriteInView, chain: string, port: string): readonly string[] {
  if (isUnknown(write)) return [`This may be an ${chain} rule that meets the platform's own packets.`];
  const isInChain = [textOf(write.value, 'chain'), textOf(write.payload, 'chain')].includes(chain);
  const protocol = either(write, 'protocol') ?? 'tcp';
  const isMet =
    isInChain && (protocol.includes('tcp') || protocol.startsWith('!')) && coversPort(write, port);
  return isMet ? [`This ${chain} rule can meet the platform's own packets to port ${port}.`] : [];
}

function coversPort(write: WriteInView, port: string): boolean {
  const ports = either(write, 'dst-port') ?? either(write, 'port');
  if (ports === undefined || ports === '' || ports.startsWith('!')) return true;
  return ports.split(',').some((part) => {
    const [low = '', high = low] = part.split('-');
    return Number(port) >= Number(low) && Number(port) <= Number(high);
  });
}

async function anInterface(write: WriteInView, host: string, print: Print): Promise<readonly string[]> {
  const isOnlyAComment = Object.keys(write.payload).every((field) => field === 'comment');
  if (write.operation === 'create' || (write.operation === 'update' && isOnlyAComment)) return [];
  const named = ['name', 'interface', 'bridge'].map((field) => textOf(write.value, field)).filter(Boolean);
  if (!write.live || isUnknown(write))
    return [`The platform may reach the router at ${host} over this interface.`];
  const own = (await print('/ip/address')).find((row) => row['address']?.split('/')[0] === host);
  if (own === undefined) return [`The platform may reach the router at ${host} over this interface.`];
  const through = [own['interface'], own['actual-interface']];
  return named.some((name) => through.includes(name))
    ? [`The platform reaches the router at ${host} over ${own['interface'] ?? 'this interface'}.`]
    : [];
}

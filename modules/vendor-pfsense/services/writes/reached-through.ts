import type { VendorValue, WriteInView } from '@patchbay/vendor-kit';
import type { Row } from '../exchange/api-client.ts';

/** Path by which a firewall is reached. */
export interface Path {
  readonly url: string;
  /** Null with a key, whose user is not known. */
  readonly username: string | null;
}

const deviceFields: Readonly<Record<string, string>> = {
  'interfaces.vlan': 'vlanif',
  'interfaces.lagg': 'laggif',
  'interfaces.bridge': 'bridgeif',
};
const addressFields: Readonly<Record<string, string>> = {
  'interfaces.assignment': 'ipaddr',
  'firewall.virtual_ip': 'subnet',
};
const further = new Set(['firewall.rule', 'nat.port_forward', 'system.user']);

/** Whether such a write may touch the path; `reachedThrough` says in which way. */
export const touchesPath = (feature: string): boolean =>
  Object.hasOwn(deviceFields, feature) || Object.hasOwn(addressFields, feature) || further.has(feature);

/**
 * Warnings about a write to the path by which the firewall is reached. It warns rather too often: a target that is
 * not known yet may be the one. `overview` lists the interfaces, and is asked only when the write is reviewed live.
 */
export async function reachedThrough(
  path: Path,
  write: WriteInView,
  overview: () => Promise<readonly Row[]>,
): Promise<readonly string[]> {
  const url = URL.parse(path.url);
  if (url === null) return [];
  const { feature } = write;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (feature === 'firewall.rule') return rule(write, port);
  if (feature === 'nat.port_forward') return portForward(write, port);
  if (feature === 'system.user') return user(write, path.username);
  const addressField = addressFields[feature];
  if (addressField !== undefined) return address(write, addressField, host);
  const deviceField = deviceFields[feature];
  return deviceField === undefined ? [] : device(write, deviceField, host, overview);
}

const textOf = (value: VendorValue | null, field: string): string => String(value?.[field] ?? '');
/** As it will be, or as it is where the write says nothing of it. */
const either = ({ payload, value }: WriteInView, field: string): string =>
  Object.hasOwn(payload, field) ? textOf(payload, field) : textOf(value, field);
const isUnknown = ({ operation, value }: WriteInView): boolean => operation !== 'create' && value === null;

/** A new rule that lets packets pass does no harm; one that stops them, or an old one that changes, may. */
function rule(write: WriteInView, port: string): readonly string[] {
  if (isUnknown(write)) return ["This may be a rule that meets the platform's own packets."];
  if (write.operation === 'create' && either(write, 'type') === 'pass') return [];
  const protocol = either(write, 'protocol');
  const isTcp = protocol === '' || protocol.includes('tcp');
  const isMet =
    isTcp && either(write, 'direction') !== 'out' && covers(either(write, 'destination_port'), port);
  return isMet ? [`This rule can meet the platform's own packets to port ${port}.`] : [];
}

function portForward(write: WriteInView, port: string): readonly string[] {
  if (isUnknown(write)) return ["This may be a port forward that meets the platform's own packets."];
  if (write.operation === 'delete' || !covers(either(write, 'destination_port'), port)) return [];
  return [`This port forward can take the platform's own packets to port ${port} elsewhere.`];
}

/** Names of aliases may stand for any port. */
function covers(ports: string, port: string): boolean {
  if (!/^\d+(?::\d+)?$/.test(ports)) return true;
  const [low = '', high = low] = ports.split(':');
  return Number(port) >= Number(low) && Number(port) <= Number(high);
}

function user(write: WriteInView, username: string | null): readonly string[] {
  if (write.operation === 'create') return [];
  if (username !== null && textOf(write.value, 'name') === username)
    return [`The platform signs in as this user, ${username}.`];
  return username === null || isUnknown(write) ? ['This may be the user as whom the platform signs in.'] : [];
}

function address(write: WriteInView, field: string, host: string): readonly string[] {
  if (write.operation !== 'create' && textOf(write.value, field) === host)
    return [`The platform reaches the firewall at ${host}, which is this address.`];
  if (textOf(write.payload, field) === host)
    return [`The platform reaches the firewall at ${host}, which this takes as its address.`];
  return isUnknown(write)
    ? [`This may hold the address ${host}, at which the platform reaches the firewall.`]
    : [];
}

async function device(
  write: WriteInView,
  field: string,
  host: string,
  overview: () => Promise<readonly Row[]>,
): Promise<readonly string[]> {
  if (write.operation === 'create') return [];
  const perhaps = [`The platform may reach the firewall at ${host} over this interface.`];
  if (!write.live || isUnknown(write)) return perhaps;
  const own = (await overview()).find((row) => row['ipaddr'] === host || row['ipaddrv6'] === host);
  if (own === undefined) return perhaps;
  const members = Array.isArray(write.value?.['members']) ? write.value['members'] : [];
  const isOwn = own['hwif'] === textOf(write.value, field) || members.includes(own['name']);
  return isOwn ? [`The platform reaches the firewall at ${host} over ${String(own['hwif'])}.`] : [];
}

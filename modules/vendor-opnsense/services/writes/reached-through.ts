import type { VendorValue, WriteInView } from '@patchbay/vendor-kit';

type Row = Readonly<Record<string, unknown>>;

const deviceFields: Readonly<Record<string, string>> = {
  'interfaces.vlan': 'vlanif',
  'interfaces.lagg': 'laggif',
  'interfaces.bridge': 'bridgeif',
};
const further = new Set([
  'firewall.rule',
  'nat.port_forward',
  'interfaces.assignment',
  'interfaces.vip',
  'system.user',
]);

export const touchesPath = (feature: string): boolean =>
  Object.hasOwn(deviceFields, feature) || further.has(feature);

/**
 * Warnings about a write to the path by which the firewall is reached. It warns rather too often: a target that is
 * not known yet may be the one. `overview` lists the interfaces, and is asked only when the write is reviewed live.
 */
export async function reachedThrough(
  url: string,
  write: WriteInView,
  overview: () => Promise<readonly Row[]>,
): Promise<readonly string[]> {
  const parsed = URL.parse(url);
  if (parsed === null) return [];
  const { feature } = write;
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const port = parsed.port || (parsed.protocol === 'https:' ? '443' : '80');
  if (feature === 'firewall.rule') return rule(write, port);
  if (feature === 'nat.port_forward') return portForward(write, port);
  if (feature === 'interfaces.assignment') return address(write, 'ipaddr', host);
  if (feature === 'interfaces.vip') return address(write, 'network', host);
  if (feature === 'system.user') return user(write);
  const field = deviceFields[feature];
  return field === undefined ? [] : device(write, field, host, overview);
}

const textOf = (value: VendorValue | null, field: string): string => {
  const found = value?.[field];
  return found === undefined || found === null ? '' : String(found);
};
/** As it will be, or as it is where the write says nothing of it. */
const either = ({ payload, value }: WriteInView, field: string): string =>
  Object.hasOwn(payload, field) ? textOf(payload, field) : textOf(value, field);
const isUnknown = ({ operation, value }: WriteInView): boolean => operation !== 'create' && value === null;

/** A new rule that lets packets pass does no harm; one that stops them, or an old one that changes, may. */
function rule(write: WriteInView, port: string): readonly string[] {
  if (isUnknown(write)) return ["This may be a rule that meets the platform's own packets."];
  const isPass = (either(write, 'action') || 'pass') === 'pass';
  if (write.operation === 'create' && isPass) return [];
  const protocol = either(write, 'protocol').toUpperCase();
  const isTcp = protocol === '' || protocol === 'ANY' || protocol.includes('TCP');
  const isMet =
    isTcp && either(write, 'direction') !== 'out' && covers(either(write, 'destination_port'), port);
  return isMet ? [`This rule can meet the platform's own packets to port ${port}.`] : [];
}

function portForward(write: WriteInView, port: string): readonly string[] {
  if (isUnknown(write)) return ["This may be a port forward that meets the platform's own packets."];
  if (write.operation === 'delete') return [];
  const former = Object(write.value?.['destination']) as VendorValue;
  const destination: VendorValue = { ...former, ...(Object(write.payload['destination']) as VendorValue) };
  return covers(textOf(destination, 'port'), port)
    ? [`This port forward can take the platform's own packets to port ${port} elsewhere.`]
    : [];
}

/** Names and aliases may stand for any port. */
function covers(ports: string, port: string): boolean {
  if (ports === '' || !/^\d+(?:[-:]\d+)?$/.test(ports)) return true;
  const [low = '', high = low] = ports.split(/[-:]/);
  return Number(port) >= Number(low) && Number(port) <= Number(high);
}

function address(write: WriteInView, field: string, host: string): readonly string[] {
  const addresses = [textOf(write.value, field), textOf(write.payload, field)].map(
    (text) => text.split('/')[0],
  );
  if (addresses.includes(host))
    return [`The platform reaches the firewall at ${host}, which is this address.`];
  return isUnknown(write)
    ? [`This may hold the address ${host}, at which the platform reaches the firewall.`]
    : [];
}

function user(write: WriteInView): readonly string[] {
  return write.operation === 'create'
    ? []
    : ['The platform signs in with the API key of a user; if it is this one, it may be locked out.'];
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
  const rows = await overview();
  const own = rows.find((row) =>
    [row['addr4'], row['addr6']].some((text) => String(text ?? '').split('/')[0] === host),
  );
  if (own === undefined) return perhaps;
  const members = either(write, 'members').split(',');
  const isOwn = own['device'] === textOf(write.value, field) || members.includes(String(own['identifier']));
  return isOwn ? [`The platform reaches the firewall at ${host} over ${String(own['device'])}.`] : [];
}

import type { DeviceFacts, VendorValue } from '@patchbay/vendor-kit';
import { recordOf, rowsOf, textOrNull } from '../exchange/answers.ts';

const MAC_PATTERN = /(?:^|[,=])((?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2})(?:,|$)/;

/** A node of the cluster. `facts` come from the node itself; null when it is off. */
export function nodeDevice(
  node: VendorValue,
  cluster: readonly VendorValue[],
  facts: VendorValue | null,
): DeviceFacts {
  const name = String(node['node']);
  const member = cluster.find((row) => row['type'] === 'node' && row['name'] === name);
  return {
    external_id: `node/${name}`,
    name,
    kind: 'hypervisor',
    status: node['status'] === 'online' ? 'online' : 'offline',
    ip: textOrNull(member?.['ip']),
    mac: null,
    model: textOrNull(recordOf(facts?.['cpuinfo'])['model']),
    firmware: textOrNull(facts?.['pveversion'])?.split('/')[1] ?? null,
    serial: null,
  };
}

/** A guest as the cluster lists it, with facts of its configuration and its own system; templates never run. */
export function guestDevice(guest: VendorValue, config: VendorValue | null, addresses: unknown): DeviceFacts {
  const { vmid, type, name, status } = guest;
  return {
    external_id: `guest/${String(vmid)}`,
    name: textOrNull(name) ?? `guest ${String(vmid)}`,
    kind: type === 'lxc' ? 'container' : 'virtual_machine',
    status: status === 'running' ? 'online' : 'offline',
    ip: addressIn(addresses),
    mac: config && macOf(config),
    model: type === 'lxc' ? 'LXC' : 'QEMU',
    firmware: null,
    serial: null,
  };
}

/** Hardware address of the first network device. */
function macOf(config: VendorValue): string | null {
  const lines = Object.entries(config)
    .filter(([name]) => /^net\d+$/.test(name))
    .sort(([left], [right]) => Number(left.slice(3)) - Number(right.slice(3)));
  for (const [, line] of lines) {
    const mac = MAC_PATTERN.exec(String(line))?.[1];
    if (mac !== undefined) return mac.toUpperCase();
  }
  return null;
}

/** First address that is neither the guest's own loop nor of its link alone; of the agent or of a container. */
function addressIn(answer: unknown): string | null {
  const interfaces = Array.isArray(answer) ? rowsOf(answer) : rowsOf(recordOf(answer)['result']);
  const all = interfaces.flatMap((row) => [
    ...rowsOf(row['ip-addresses']).map((each) => textOrNull(each['ip-address'])),
    textOrNull(row['inet'])?.split('/')[0] ?? null,
  ]);
  const usable = all.filter(
    (address): address is string => address !== null && !/^(127\.|::1$|fe80:|169\.254\.)/i.test(address),
  );
  return usable.find((address) => !address.includes(':')) ?? usable[0] ?? null;
}

import {
  type ControllerFacts,
  clientsIn,
  type NetworkClient,
  type Snapshot,
  textIn,
  type VendorValue,
  withOrder,
} from '@patchbay/vendor-kit';
import type { ApiClient } from '../exchange/api-client.ts';
import type { FirewallFeature } from '../writes/features.ts';
import { clientDevices, firewallDevice } from './inventory-devices.ts';
import { optional } from './read-facts.ts';

/** Lists in which the place of an object decides. */
const orderedLists = ['firewall.rule', 'nat.port_forward', 'nat.outbound', 'nat.one_to_one'];

type Values = (feature: FirewallFeature) => Promise<readonly VendorValue[]>;

/** Clients with a lease or seen on the wire, as the firewall knows them now. */
export async function readClients(client: Pick<ApiClient, 'list'>): Promise<readonly NetworkClient[]> {
  const leases = await client.list('/api/v2/status/dhcp_server/leases');
  const neighbours = await client.list('/api/v2/diagnostics/arp_table');
  return clientsIn(clientDevices(leases, neighbours));
}

/** Reads one firewall whole, list by list: it answers reading and writing one after the other anyway. */
export async function readInventory(
  client: Pick<ApiClient, 'list'>,
  controller: ControllerFacts,
  features: readonly FirewallFeature[],
  valuesOf: Values,
): Promise<Snapshot> {
  const ports = await client.list('/api/v2/status/interfaces');
  const leases = await client.list('/api/v2/status/dhcp_server/leases');
  const neighbours = await client.list('/api/v2/diagnostics/arp_table');
  const own = firewallDevice(controller, ports);
  const clients = clientDevices(leases, neighbours).filter(({ mac }) => mac !== own.mac);
  const objects: Record<string, readonly VendorValue[]> = {};
  for (const feature of features) {
    if (!feature.isReadable || feature.kind === 'flush') continue;
    const values = await optional<readonly VendorValue[] | null>(() => valuesOf(feature), null);
    if (values !== null) objects[feature.name] = values;
  }
  const ordered = withOrder(objects, orderedLists, (_feature, value) => textIn(value, 'target_id'));
  return { controller, devices: [own, ...clients], objects: ordered };
}

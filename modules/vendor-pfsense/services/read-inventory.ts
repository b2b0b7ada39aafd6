import type { ControllerFacts, Snapshot, VendorValue } from '@patchbay/module-gateway/contract';
import type { ApiClient } from './api-client.ts';
import type { FirewallFeature } from './features.ts';
import { clientDevices, firewallDevice } from './inventory-devices.ts';
import { optional } from './read-facts.ts';

type Values = (feature: FirewallFeature) => Promise<readonly VendorValue[]>;

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
  return { controller, devices: [own, ...clients], objects };
}

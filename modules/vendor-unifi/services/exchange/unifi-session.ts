import { Service } from '@patchbay/kernel/di';
import {
  AdapterError,
  type ControllerFacts,
  clientsIn,
  type FirewallAlert,
  type NetworkClient,
  type Snapshot,
  type VendorSession,
  type VendorValue,
  type WriteInView,
  withOrder,
} from '@patchbay/vendor-kit';
import type { Behaviour, UnifiAccess } from '../behaviours/behaviour.ts';
import { inventoryDevices } from '../inventory/inventory-devices.ts';
import { ReadOnce } from '../inventory/read-once.ts';
import { consoleAlerts } from '../readings/alerts.ts';
import type { UnifiFeature } from '../writes/features.ts';
import { reachedThrough } from '../writes/reached-through.ts';
import { withoutSecrets } from '../writes/secret-fields.ts';
import { rowsOf } from './answers.ts';
import type { SiteCall, UnifiClient } from './unifi-client.ts';

/** Lists in which the place of an object decides. */
const orderedLists = ['firewall.policy', 'firewall.port_forward'];

type Client = Pick<UnifiClient, 'call' | 'page' | 'sites' | 'integrationVersion'>;

/** A conversation with one console, at the vendor site that is ours. */
export class UnifiSession
  extends Service<{
    client: Client;
    features: readonly UnifiFeature[];
    behaviours: ReadonlyMap<string, Behaviour>;
    url: string;
  }>
  implements VendorSession
{
  /** Reads and writes of staged features. */
  get access(): UnifiAccess {
    return this.parts.client;
  }

  async probe(): Promise<ControllerFacts> {
    const version = await this.parts.client.integrationVersion();
    const [info = {}] = await this.#classic('/stat/sysinfo');
    return {
      version: version ?? String(info['version'] ?? ''),
      model: modelOf(info),
      serial: null,
      name: typeof info['name'] === 'string' ? info['name'] : null,
      capabilities: this.#capabilities(version !== null),
    };
  }

  async snapshot(): Promise<Snapshot> {
    const controller = await this.probe();
    const once = new ReadOnce({ access: this.parts.client });
    const classicDevices = rowsOf(await once.call({ method: 'GET', base: 'C', path: '/stat/device' }));
    const isOld = !controller.capabilities.includes('openapi');
    const devices = inventoryDevices({
      devices: isOld ? [] : await this.parts.client.page('/devices'),
      clients: isOld ? [] : await this.parts.client.page('/clients'),
      classicDevices,
      classicClients: await this.#classic('/stat/sta'),
      known: rowsOf(await once.call({ method: 'GET', base: 'C', path: '/rest/user' })),
    });
    return { controller, devices, objects: await this.#objects(once) };
  }

  async list(feature: string): Promise<readonly VendorValue[] | null> {
    const behaviour = this.parts.behaviours.get(feature);
    if (!behaviour?.list) return null;
    const rows = await behaviour.list(this.parts.client);
    return rows.map((row) => shownObject(behaviour, row));
  }

  alerts(most: number): Promise<readonly FirewallAlert[]> {
    return consoleAlerts(this.parts.client, most);
  }

  /** Present clients: each interface knows some that the other does not. */
  async clients(): Promise<readonly NetworkClient[]> {
    const isOld = (await this.parts.client.integrationVersion()) === null;
    const rows = {
      clients: isOld ? [] : await this.parts.client.page('/clients'),
      classicClients: await this.#classic('/stat/sta'),
    };
    const found = inventoryDevices({ devices: [], classicDevices: [], known: [], ...rows });
    return clientsIn(found);
  }

  async reachesThrough(write: WriteInView): Promise<readonly string[]> {
    return reachedThrough(write, this.parts.url);
  }

  async #objects(access: UnifiAccess): Promise<Snapshot['objects']> {
    const objects: Record<string, readonly VendorValue[]> = {};
    for (const [feature, behaviour] of this.parts.behaviours) {
      if (!behaviour.list) continue;
      const rows = await absentOr(behaviour.list(access));
      if (rows !== null) objects[feature] = rows.map((row) => shownObject(behaviour, row));
    }
    const idOf = (feature: string, value: VendorValue) =>
      this.parts.behaviours.get(feature)?.identify?.(value) ?? '';
    return withOrder(objects, orderedLists, idOf);
  }

  async #classic(path: string): Promise<readonly VendorValue[]> {
    return rowsOf(await this.parts.client.call({ method: 'GET', base: 'C', path } satisfies SiteCall));
  }

  /** The integration interface is missing from older applications; features that need it are absent there. */
  #capabilities(hasIntegration: boolean): readonly string[] {
    const offered = this.parts.features.filter(
      ({ calls }) => hasIntegration || Object.values(calls).every(({ base }) => base !== 'I'),
    );
    return [...new Set(offered.map(({ area }) => area))];
  }
}

/** The object as people and the inventory see it. */
export const shownObject = (behaviour: Behaviour, value: VendorValue): VendorValue =>
  withoutSecrets(behaviour.shown?.(value) ?? value);

/**
 * Features that this version or its set-up does not have are no failure of the reading
 * (`zone-based-firewall-not-configured`).
 */
async function absentOr<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const isAbsent =
      error instanceof AdapterError &&
      (error.type === 'adapter_not_found' || (error.type === 'adapter_error' && error.outcome === 'refused'));
    if (isAbsent) return null;
    throw error;
  }
}

const modelOf = (info: VendorValue): string | null => {
  const model = info['ubnt_device_type'] ?? info['console_display_version'];
  return typeof model === 'string' ? model : null;
};

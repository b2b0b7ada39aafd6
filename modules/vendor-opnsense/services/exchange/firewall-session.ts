import {
  AdapterError,
  type ControllerFacts,
  type ControllerTarget,
  DeviceError,
  type FirewallAlert,
  type NetworkClient,
  type Snapshot,
  type VendorSession,
  type VendorValue,
  type WriteInView,
} from '@patchbay/vendor-kit';
import { capabilitiesOf } from '../inventory/capabilities.ts';
import { furtherLists } from '../inventory/further-lists.ts';
import { listObjects, searchRows } from '../inventory/objects.ts';
import { readClients, readDevices } from '../inventory/read-devices.ts';
import { readFirewall } from '../inventory/read-firewall.ts';
import { allEntries, entryId } from '../inventory/table-entries.ts';
import { firewallAlerts } from '../readings/alerts.ts';
import { fieldsIn } from '../writes/envelope.ts';
import type { FirewallFeature } from '../writes/features.ts';
import { reachedThrough } from '../writes/reached-through.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import type { FirewallAccess } from './firewall-access.ts';
import { type ApplySavepoint, Savepoint } from './savepoint.ts';

type Guard = NonNullable<ControllerTarget['guard']>;

export interface SessionOptions {
  readonly guard?: Guard;
  /** Address of the firewall, to warn of writes that touch the path to it. */
  readonly url?: string;
  readonly pollMs?: number;
}

/** Lists that are read for the inventory besides the features' own. */
const keptLists = ['interfaces.interface', 'dhcp.lease'];

/**
 * A conversation with one firewall; every exchange passes the controller's bulkhead. The API has no session to lose.
 */
export class FirewallSession implements VendorSession, FirewallAccess {
  /** The firewall's own way back, on releases that have one: see `ApplySavepoint`. */
  readonly savepoint: ApplySavepoint;
  readonly pollMs: number;
  readonly #client: Pick<ApiClient, 'get' | 'post'>;
  readonly #guard: Guard;
  readonly #features: readonly FirewallFeature[];
  readonly #savepoint: Savepoint;
  readonly #url: string;

  constructor(
    client: Pick<ApiClient, 'get' | 'post'>,
    features: readonly FirewallFeature[],
    { guard = (exchange) => exchange(), pollMs = 1_000, url = '' }: SessionOptions = {},
  ) {
    this.#client = client;
    this.#features = features;
    this.#guard = guard;
    this.pollMs = pollMs;
    this.#url = url;
    this.#savepoint = new Savepoint((path, body) => this.post(path, body));
    this.savepoint = this.#savepoint;
  }

  async probe(): Promise<ControllerFacts> {
    const { version, name, model } = await readFirewall(this);
    return { version, model, serial: null, name, capabilities: capabilitiesOf(version, this.#features) };
  }

  async snapshot(): Promise<Snapshot> {
    const controller = await this.probe();
    const devices = await readDevices(this, controller);
    const objects: Record<string, readonly VendorValue[]> = {};
    // One after the other: the bulkhead lets two exchanges through, and a sync must leave room for people.
    for (const name of keptLists) {
      const values = await unlessAbsent(furtherLists[name]?.(this));
      if (values) objects[name] = values;
    }
    for (const { name, model, kind } of this.#features) {
      if (model === null || kind === 'job') continue;
      const values = await unlessAbsent(listObjects(this, model));
      if (values) objects[name] = values;
    }
    return { controller, devices, objects };
  }

  async list(feature: string): Promise<readonly VendorValue[] | null> {
    const further = Object.hasOwn(furtherLists, feature) ? furtherLists[feature] : undefined;
    if (further) return further(this);
    const found = this.#features.find(({ name }) => name === feature);
    if (found?.kind === 'table_entry')
      return (await allEntries(this)).map((entry) => ({ id: entryId(entry), ...entry }));
    if (!found?.model || found.kind === 'job') return null;
    return listObjects(this, found.model, true);
  }

  alerts(most: number): Promise<readonly FirewallAlert[]> {
    return firewallAlerts(this, most);
  }

  clients(): Promise<readonly NetworkClient[]> {
    return readClients(this);
  }

  async reachesThrough(write: WriteInView): Promise<readonly string[]> {
    const { model } = this.#features.find(({ name }) => name === write.feature) ?? {};
    const payload = model ? fieldsIn(model.envelope, write.payload) : write.payload;
    const overview = () => searchRows(this, '/api/interfaces/overview/interfacesInfo');
    return reachedThrough(this.#url, { ...write, payload }, overview);
  }

  get(path: string, query?: Readonly<Record<string, string>>): Promise<ApiAnswer> {
    return this.#exchange(() => this.#client.get(path, query));
  }

  post(path: string, body?: object, timeoutMs?: number): Promise<ApiAnswer> {
    return this.#exchange(() => this.#client.post(path, body, timeoutMs));
  }

  /** A page the key may not see is an answer like any other: it must not count as a failed sign-in at the bulkhead. */
  async #exchange(exchange: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
    let forbidden: DeviceError | undefined;
    const answer = await this.#guard(() =>
      exchange().catch((error: unknown): ApiAnswer => {
        if (!isForbidden(error)) throw error;
        forbidden = error;
        return [];
      }),
    );
    if (forbidden) throw forbidden;
    return answer;
  }

  commitPath(path: string): string {
    return this.#savepoint.pathOf(path);
  }
}

const isForbidden = (error: unknown): error is DeviceError =>
  error instanceof DeviceError && error.status === 403;

/** A release without a page, or a key without the right to it, is no failure of the reading. */
async function unlessAbsent<T>(reading: Promise<T> | undefined): Promise<T | null> {
  try {
    return (await reading) ?? null;
  } catch (error) {
    const isMissing = error instanceof AdapterError && error.type === 'adapter_not_found';
    if (isMissing || isForbidden(error)) return null;
    throw error;
  }
}

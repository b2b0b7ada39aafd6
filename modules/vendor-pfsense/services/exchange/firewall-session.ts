import {
  type ControllerFacts,
  type FirewallAlert,
  type NetworkClient,
  notSent,
  type Snapshot,
  type VendorSession,
  type VendorValue,
  type WriteInView,
} from '@patchbay/vendor-kit';
import { type LiveObject, liveObjects } from '../inventory/live-objects.ts';
import type { Model, Models } from '../inventory/models.ts';
import type { ParentNames } from '../inventory/parent-names.ts';
import { optional, readFacts } from '../inventory/read-facts.ts';
import { readClients, readInventory } from '../inventory/read-inventory.ts';
import { shownObject } from '../inventory/shown-object.ts';
import { firewallAlerts } from '../readings/alerts.ts';
import type { FirewallFeature } from '../writes/features.ts';
import { type Path, reachedThrough } from '../writes/reached-through.ts';
import { type ApiClient, type Query, type Row, rowOf } from './api-client.ts';
import { commit } from './commit.ts';

export type Client = Pick<ApiClient, 'get' | 'list' | 'write'>;

/** Queue shared by every session of one firewall. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface SessionOptions {
  readonly inTurn?: InTurn;
  /** Path by which the firewall is reached, to warn of writes that touch it. */
  readonly path?: Path | null;
}

const noParents: ParentNames = new Map();
const alone: InTurn = (work) => work();

/** A conversation with one firewall. */
export class FirewallSession implements VendorSession {
  readonly #client: Client;
  readonly #features: readonly FirewallFeature[];
  readonly #models: Models;
  readonly #path: Path | null;
  /** Finding an object and writing to it, with nothing of ours in between. */
  readonly inTurn: InTurn;

  constructor(
    client: Client,
    features: readonly FirewallFeature[],
    models: Models,
    { inTurn = alone, path = null }: SessionOptions = {},
  ) {
    this.inTurn = inTurn;
    this.#path = path;
    this.#client = client;
    this.#features = features;
    this.#models = models;
  }

  async reachesThrough(write: WriteInView): Promise<readonly string[]> {
    if (this.#path === null) return [];
    return reachedThrough(this.#path, write, () => this.#client.list('/api/v2/status/interfaces'));
  }

  probe(): Promise<ControllerFacts> {
    return readFacts(this.#client, this.#features);
  }

  async snapshot(): Promise<Snapshot> {
    const controller = await this.probe();
    return readInventory(this.#client, controller, this.#features, (feature) => this.#values(feature));
  }

  async list(name: string): Promise<readonly VendorValue[] | null> {
    const feature = this.#features.find((each) => each.name === name);
    if (feature === undefined) return null;
    if (feature.kind === 'object' || feature.kind === 'settings') return this.#values(feature);
    if (feature.listPath === null) return null;
    return (await this.#client.list(feature.listPath)).map((row) =>
      shownObject(this.#models, feature.model, row),
    );
  }

  clients(): Promise<readonly NetworkClient[]> {
    return readClients(this.#client);
  }

  async alerts(most: number): Promise<readonly FirewallAlert[]> {
    const lines = await optional(() => this.#client.list('/api/v2/status/logs/firewall'), []);
    return firewallAlerts(lines, most);
  }

  /** Objects of a feature with the names they have now. */
  async objects({ model, listPath }: FirewallFeature): Promise<readonly LiveObject[]> {
    const { rows, parents } = await this.#rows(model, listPath);
    return liveObjects(this.#models, model, rows, parents);
  }

  async find(feature: FirewallFeature, target_id: string): Promise<LiveObject | null> {
    return (await this.objects(feature)).find((each) => each.target_id === target_id) ?? null;
  }

  /** Object at a position right now, in the same shape as in a list; only its name may be another. */
  async at(
    feature: FirewallFeature,
    { position, parent }: Pick<LiveObject, 'position' | 'parent'>,
  ): Promise<Row> {
    const query = { id: String(position), ...(parent === null ? {} : { parent_id: String(parent) }) };
    return this.#client.get(feature.path, query);
  }

  /** The position of an object that others belong to. Throws `adapter_not_found`. */
  async parentPosition({ model }: FirewallFeature, name: string): Promise<number | string> {
    const parent = this.#models.model(model.parent ?? '');
    const { rows } = await this.#rows(parent, this.#models.listOf(parent.name));
    const found = liveObjects(this.#models, parent, rows).find((each) => each.target_id === name);
    if (found === undefined) throw notSent(`There is no ${name} to belong to.`, 'adapter_not_found');
    return found.position;
  }

  async settings(feature: FirewallFeature): Promise<VendorValue> {
    return shownObject(this.#models, feature.model, await this.#client.get(feature.path));
  }

  /** The object as shown, without a name of its own. */
  shown(feature: FirewallFeature, row: Row): VendorValue {
    return shownObject(this.#models, feature.model, row);
  }

  table(path: string, name: string): Promise<Row> {
    return this.#client.get(path, { id: name });
  }

  rows(path: string): Promise<readonly Row[]> {
    return this.#client.list(path);
  }

  async write(method: 'POST' | 'PATCH' | 'DELETE', path: string, body: Row, query: Query = {}): Promise<Row> {
    const data = await this.#client.write(method, path, body, query);
    return Array.isArray(data) || data === null ? {} : rowOf(data, true);
  }

  commit(path: string, subsystem: string | null): Promise<void> {
    return commit(this.#client, path, subsystem);
  }

  async #values(feature: FirewallFeature): Promise<readonly VendorValue[]> {
    if (feature.kind === 'settings') return feature.isReadable ? [await this.settings(feature)] : [];
    return (await this.objects(feature)).map(({ value }) => value);
  }

  async #rows(
    model: Model,
    listPath: string | null,
  ): Promise<{ readonly rows: readonly Row[]; readonly parents: ParentNames }> {
    if (listPath === null) throw notSent('the firewall has no list of these');
    const rows = await this.#client.list(listPath);
    return { rows, parents: rows.length === 0 ? noParents : await this.#parentNames(model) };
  }

  async #parentNames(model: Model): Promise<ParentNames> {
    if (model.parent === null) return noParents;
    const parent = this.#models.model(model.parent);
    if (parent.id_type === 'string') return noParents;
    const { rows } = await this.#rows(parent, this.#models.listOf(parent.name));
    const named = liveObjects(this.#models, parent, rows);
    return new Map(named.map(({ position, target_id }) => [String(position), target_id]));
  }
}

import {
  type ControllerFacts,
  type ControllerTarget,
  type DeviceConfirm,
  type FirewallAlert,
  type NetworkClient,
  type Snapshot,
  type VendorSession,
  type VendorValue,
  type WriteInView,
  withOrder,
} from '@patchbay/vendor-kit';
import type { Menus } from '../inventory/menus.ts';
import { readClients, readInventory } from '../inventory/read-inventory.ts';
import type { RouterRow } from '../inventory/rows.ts';
import { configurationOf, withoutSecrets } from '../inventory/shown-rows.ts';
import { routerAlerts } from '../readings/alerts.ts';
import { TUNNEL_STATE, tunnelStates } from '../readings/tunnels.ts';
import type { RouterFeature } from '../writes/features.ts';
import { type Path, reachedThrough } from '../writes/reached-through.ts';
import { routerConfirm } from './device-confirm.ts';
import type { FieldValues, PrintQuery, RouterOsClient } from './router-os-client.ts';

type Guard = NonNullable<ControllerTarget['guard']>;
type Client = Pick<RouterOsClient, 'print' | 'get' | 'create' | 'set' | 'remove' | 'command'>;

const unguarded: Guard = (exchange) => exchange();
/** Lists in which the place of a row decides. */
const orderedLists = ['firewall.filter', 'firewall.filter6', 'nat.rule'];
const idOf = (_feature: string, row: VendorValue): string => String(row['.id'] ?? '');
/** Lists that no feature writes to. */
const furtherMenus: Readonly<Record<string, string>> = { 'interfaces.interface': '/interface' };

/** A conversation with one router; every exchange passes the controller's bulkhead. */
export class RouterSession implements VendorSession {
  readonly #client: Client;
  readonly #guard: Guard;
  readonly #menuOf: ReadonlyMap<string, string>;
  readonly #menus: Menus;
  readonly #areas: readonly string[];
  readonly #path: Path | undefined;
  readonly confirm: DeviceConfirm = routerConfirm(this);

  constructor(
    client: Client,
    features: readonly RouterFeature[],
    menus: Menus,
    guard: Guard = unguarded,
    path?: Path,
  ) {
    this.#path = path;
    this.#client = client;
    this.#guard = guard;
    this.#menus = menus;
    this.#menuOf = new Map([...Object.entries(furtherMenus), ...features.flatMap(listedMenu)]);
    this.#areas = [...new Set(features.map(({ area }) => area))];
  }

  async probe(): Promise<ControllerFacts> {
    const [resource = {}] = await this.print('/system/resource');
    const [identity = {}] = await this.print('/system/identity');
    const version = (resource['version'] ?? '').split(' ')[0] ?? '';
    const model = resource['board-name'] ?? null;
    return {
      version,
      model,
      serial: null,
      name: identity['name'] ?? null,
      capabilities: this.#capabilities(version),
    };
  }

  async snapshot(): Promise<Snapshot> {
    const { controller, devices, objects } = await readInventory(this);
    const { version, model, serial, identity } = controller;
    const kept = Object.entries(objects).map(([feature, rows]) => {
      const menu = this.#menus.menus.get(this.#menuOf.get(feature) ?? '');
      return [feature, rows.map((row) => configurationOf(menu, row))] as const;
    });
    const facts = { version, model, serial, name: identity, capabilities: this.#capabilities(version) };
    const lists = { ...Object.fromEntries(kept), [TUNNEL_STATE]: tunnelStates(objects) };
    return { controller: facts, devices, objects: withOrder(lists, orderedLists, idOf) };
  }

  async list(feature: string): Promise<readonly VendorValue[] | null> {
    const menu = this.#menuOf.get(feature);
    return menu === undefined ? null : (await this.print(menu)).map(withoutSecrets);
  }

  async alerts(most: number): Promise<readonly FirewallAlert[]> {
    return routerAlerts(await this.print('/log'), most);
  }

  async clients(): Promise<readonly NetworkClient[]> {
    return readClients(this);
  }

  async reachesThrough(write: WriteInView): Promise<readonly string[]> {
    return this.#path ? reachedThrough(this.#path, write, (menu) => this.print(menu)) : [];
  }

  print(menu: string, query?: PrintQuery): Promise<readonly RouterRow[]> {
    return this.#guard(() => this.#client.print(menu, query));
  }

  get(menu: string, id: string): Promise<RouterRow> {
    return this.#guard(() => this.#client.get(menu, id));
  }

  create(menu: string, fields: FieldValues): Promise<RouterRow> {
    return this.#guard(() => this.#client.create(menu, fields));
  }

  set(menu: string, id: string, fields: FieldValues): Promise<RouterRow> {
    return this.#guard(() => this.#client.set(menu, id, fields));
  }

  remove(menu: string, id: string): Promise<void> {
    return this.#guard(() => this.#client.remove(menu, id));
  }

  command(path: string, fields: FieldValues): ReturnType<Client['command']> {
    return this.#guard(() => this.#client.command(path, fields));
  }

  /** Containers came with 7.4, the REST interface with 7.1; older ones offer nothing to us. */
  #capabilities(version: string): readonly string[] {
    const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
    if (major < 7 || (major === 7 && minor < 1)) return [];
    return this.#areas.filter((area) => area !== 'container' || major > 7 || minor >= 4);
  }
}

/** The menu a feature's objects stand in; commands have none. */
function listedMenu({ feature, menu, command }: RouterFeature): readonly (readonly [string, string])[] {
  return command === null || command === 'set' ? [[feature.slice('routeros.'.length), menu]] : [];
}

import {
  type ControllerFacts,
  type DeviceConfirm,
  type NetworkClient,
  type Send,
  type Snapshot,
  signInKey,
  textIn,
  type VendorSession,
  type VendorValue,
  type WriteInView,
  withOrder,
} from '@patchbay/vendor-kit';
import type { CommandAccess, DeviceCommand } from '../commands/device-commands.ts';
import { readClients, readFacts, readInventory } from '../inventory/read-inventory.ts';
import { ReadingSession } from '../inventory/reading-session.ts';
import { recordOf } from '../inventory/rows.ts';
import type { OpenWrtFeature } from '../writes/features.ts';
import { reachedPath } from '../writes/reached-path.ts';
import { ownSections, type Section, shown } from '../writes/section-values.ts';
import type { StagedStep } from '../writes/staged-steps.ts';
import { type ArmedSession, isStatus, UciWriter } from '../writes/uci-writer.ts';
import { ConfirmDoor } from './confirm-door.ts';
import { statusCodes } from './failures.ts';
import type { SessionPool } from './session-pool.ts';
import { type CallArguments, type CallData, UbusClient, type UbusClientOptions } from './ubus-client.ts';

/** Lists in which the place of a section decides. */
const orderedLists = ['firewall.rule', 'nat.port_forward', 'nat.snat'];

export interface SessionParts {
  readonly id: string;
  readonly send: Send;
  readonly options: UbusClientOptions;
  readonly pool: SessionPool;
  readonly features: readonly OpenWrtFeature[];
  readonly commands: ReadonlyMap<string, DeviceCommand>;
}

/** A conversation with one device: reads in a shared login, staged writes each in a login of their own. */
export class OpenWrtSession implements VendorSession, CommandAccess {
  readonly confirm: DeviceConfirm;
  readonly #client: UbusClient;
  readonly #reading: ReadingSession;
  readonly #writer: UciWriter;
  readonly #parts: SessionParts;
  #armed: ArmedSession | null = null;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#client = new UbusClient(parts.send, parts.options);
    const { url, username, password, tls } = parts.options;
    this.#reading = new ReadingSession({
      client: this.#client,
      pool: parts.pool,
      owner: signInKey(parts.id, url, username, password, tls),
    });
    this.#writer = new UciWriter(this.#client);
    this.confirm = new ConfirmDoor({
      client: this.#client,
      reading: this.#reading,
      armed: (armed) => {
        this.#armed = armed;
      },
    });
  }

  async probe(): Promise<ControllerFacts> {
    return readFacts(this, await this.#configs());
  }

  async snapshot(): Promise<Snapshot> {
    const configs = await this.#configs();
    const { controller, devices } = await readInventory(this, configs);
    const sections = new Map<string, readonly Section[]>();
    const objects: Record<string, readonly VendorValue[]> = {};
    for (const { name, place } of this.#parts.features) {
      if (place === null) continue;
      const known = sections.get(place.config) ?? (await this.#optionalSections(place.config, configs));
      sections.set(place.config, known);
      objects[name] = ownSections(known, place).map(shown);
    }
    const ordered = withOrder(objects, orderedLists, (_feature, value) => textIn(value, '.id'));
    return { controller, devices, objects: ordered };
  }

  async list(name: string): Promise<readonly VendorValue[] | null> {
    const feature = this.#parts.features.find((each) => each.name === name);
    const { place } = feature ?? {};
    if (feature === undefined || place === undefined) return null;
    if (place === null) return (await this.#parts.commands.get(name)?.list?.(this)) ?? null;
    const sections = await this.#optionalSections(place.config, await this.#configs());
    return ownSections(sections, place).map(shown);
  }

  clients(): Promise<readonly NetworkClient[]> {
    return readClients(this);
  }

  async reachesThrough(write: WriteInView): Promise<readonly string[]> {
    return reachedPath(write, this.#parts.options.url, write.live ? () => this.sections('network') : null);
  }

  /** Sections of one file as they stand, without staged steps. */
  async sections(config: string): Promise<readonly Section[]> {
    const values = recordOf((await this.call('uci', 'get', { config }))?.['values']);
    return Object.values(values).map(recordOf).sort(byPlace);
  }

  call(object: string, method: string, given?: CallArguments, timeoutMs?: number): Promise<CallData | null> {
    return this.#reading.call(object, method, given, timeoutMs);
  }

  upload(path: string, content: Buffer): Promise<CallData> {
    return this.#reading.upload(path, content);
  }

  async isLogin(username: string, password: string): Promise<boolean> {
    try {
      const session = await this.#client.loginAs(username, password, 10);
      await this.#client.call(session, 'session', 'destroy').catch(() => undefined);
      return true;
    } catch (error) {
      if (error instanceof Error && 'type' in error && error.type === 'adapter_authentication_error')
        return false;
      throw error;
    }
  }

  /** Stages, applies and confirms one step; armed, it is left for `keep` to confirm. */
  write(step: StagedStep): Promise<CallData | null> {
    const armed = this.#armed;
    this.#armed = null;
    return this.#writer.write(step, armed);
  }

  async #configs(): Promise<readonly string[]> {
    const configs = (await this.call('uci', 'configs'))?.['configs'];
    return Array.isArray(configs) ? configs.filter((each) => typeof each === 'string') : [];
  }

  /** A file whose package is not installed holds nothing. */
  async #optionalSections(config: string, configs: readonly string[]): Promise<readonly Section[]> {
    if (!configs.includes(config)) return [];
    try {
      return await this.sections(config);
    } catch (error) {
      if (isStatus(error, statusCodes.not_found)) return [];
      throw error;
    }
  }
}

const byPlace = (one: Section, other: Section): number =>
  Number(one['.index'] ?? 0) - Number(other['.index'] ?? 0);

import type {
  ControllerFacts,
  Snapshot,
  StoragePool,
  VendorSession,
  VendorValue,
  WriteInView,
} from '@patchbay/vendor-kit';
import { kindOf } from '../inventory/object-kinds.ts';
import { listKind, readInventory } from '../inventory/read-inventory.ts';
import { readPools } from '../inventory/read-pools.ts';
import type { HostFeature } from '../writes/features.ts';
import { reachedThrough } from '../writes/reached-through.ts';
import { type HostAnswer, recordOf, rowsOf, textOrNull } from './answers.ts';
import type { HostAccess } from './host-access.ts';
import type { HostClient, HostWrite } from './host-client.ts';

export interface SessionOptions {
  readonly url?: string;
  /** First pause between two looks at a task. */
  readonly pollMs?: number;
}

/** Rules in the place of groups came with 9. */
const FIRST_WITH_RULES = 9;

/** A conversation with one cluster through one of its nodes. */
export class HostSession implements VendorSession, HostAccess {
  readonly pollMs: number;
  readonly #client: Pick<HostClient, 'get' | 'write'>;
  readonly #features: readonly HostFeature[];
  readonly #url: string;

  constructor(
    client: Pick<HostClient, 'get' | 'write'>,
    features: readonly HostFeature[],
    { url = '', pollMs = 100 }: SessionOptions = {},
  ) {
    this.#client = client;
    this.#features = features;
    this.#url = url;
    this.pollMs = pollMs;
  }

  async probe(): Promise<ControllerFacts> {
    const told = recordOf((await this.get('/version')).data);
    const members = rowsOf((await this.get('/cluster/status')).data);
    const named =
      members.find(({ type }) => type === 'cluster') ?? members.find(({ local }) => Number(local) === 1);
    const version = textOrNull(told['version']) ?? textOrNull(told['release']) ?? '';
    return {
      version,
      model: 'Proxmox VE',
      serial: null,
      name: textOrNull(named?.['name']),
      capabilities: capabilitiesOf(version, this.#features),
    };
  }

  async snapshot(): Promise<Snapshot> {
    const controller = await this.probe();
    const { devices, objects } = await readInventory(this);
    return { controller, devices, objects };
  }

  async list(feature: string): Promise<readonly VendorValue[] | null> {
    const kind = kindOf(feature);
    return kind === undefined ? null : listKind(this, kind);
  }

  pools(): Promise<readonly StoragePool[]> {
    return readPools(this);
  }

  async reachesThrough(write: WriteInView): Promise<readonly string[]> {
    return reachedThrough(this.#url, write);
  }

  get(path: string, query?: VendorValue): Promise<HostAnswer> {
    return this.#client.get(path, query);
  }

  write(call: HostWrite): Promise<HostAnswer> {
    return this.#client.write(call);
  }
}

/** Areas a release can do anything of. */
function capabilitiesOf(version: string, features: readonly HostFeature[]): readonly string[] {
  const major = Number.parseInt(version, 10);
  const offered = features.filter(
    ({ name }) => !Number.isFinite(major) || name !== 'ha.rule' || major >= FIRST_WITH_RULES,
  );
  return [...new Set(offered.map(({ area }) => area))];
}

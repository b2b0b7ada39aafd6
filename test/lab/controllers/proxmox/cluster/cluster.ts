import { createHash } from 'node:crypto';
import type { LabClock } from '../../lab-clock.ts';
import { Refusal, refused } from '../refusal.ts';
import type { Row } from '../row.ts';
import { type Sdn, SdnTables } from './sdn-tables.ts';
import { Tasks } from './tasks.ts';

export type GuestType = 'qemu' | 'lxc';

export interface GuestSnapshot {
  readonly name: string;
  description: string;
  readonly snaptime: number;
  readonly vmstate: boolean;
  readonly parent: string | undefined;
  readonly config: Row;
}

export interface Guest {
  vmid: number;
  readonly type: GuestType;
  node: string;
  status: 'running' | 'stopped';
  isPaused: boolean;
  config: Row;
  /** What the running guest was started with; null while it is off. */
  live: Row | null;
  snapshots: GuestSnapshot[];
  parent: string | undefined;
  lock: string | undefined;
  template: boolean;
  rules: Row[];
}

export interface Disk {
  readonly devpath: string;
  readonly size: number;
  readonly model: string;
  used: string | undefined;
}

export interface Node {
  readonly name: string;
  readonly ip: string;
  status: 'online' | 'offline';
  readonly network: { saved: Row[]; running: Row[] };
  dns: Row;
  readonly services: Map<string, { state: string; restarts: number }>;
  readonly disks: Disk[];
  readonly pools: Map<string, Row>;
  updates: Row[];
  bootedAt: number;
}

export interface Volume {
  readonly volid: string;
  readonly storage: string;
  /** Null on storage that all nodes share. */
  readonly node: string | null;
  readonly content: string;
  size: number;
  readonly format: string;
  readonly ctime: number;
  readonly vmid: number | undefined;
}

/** Tables without a running copy of their own, by the path they are read at. */
export type TableName = 'backup' | 'pools' | 'ha/resources' | 'ha/rules' | 'ha/groups' | 'replication';

const words: Readonly<Record<GuestType, string>> = { qemu: 'VM', lxc: 'CT' };
const folders: Readonly<Record<GuestType, string>> = { qemu: 'qemu-server', lxc: 'lxc' };

/** Everything one cluster knows. */
export class Cluster {
  readonly clock: LabClock;
  readonly tasks: Tasks;
  readonly nodes = new Map<string, Node>();
  readonly guests = new Map<number, Guest>();
  readonly storages = new Map<string, Row>();
  readonly volumes = new Map<string, Volume>();
  readonly sdn: { saved: Sdn; running: Sdn } = { saved: new SdnTables(), running: new SdnTables() };
  readonly rules: Row[] = [];
  options: Row = {};
  version = '9.1.2';
  name = 'lab';
  readonly #tables = new Map<TableName, Map<string, Row>>();
  #macs = 0;

  constructor(clock: LabClock, durationMs: (type: string) => number) {
    this.clock = clock;
    this.tasks = new Tasks(clock, durationMs);
  }

  table(name: TableName): Map<string, Row> {
    const table = this.#tables.get(name) ?? new Map<string, Row>();
    this.#tables.set(name, table);
    return table;
  }

  /** A node that answers; others are told of by the node that was asked. */
  node(name: string): Node {
    const node = this.nodes.get(name);
    if (node === undefined) throw refused(`hostname lookup '${name}' failed - failed to get address info`);
    if (node.status !== 'online') throw new Refusal(595, 'No route to host');
    return node;
  }

  guest(type: GuestType, vmid: string, node: string): Guest {
    this.node(node);
    const guest = this.guests.get(Number(vmid));
    if (guest === undefined || guest.type !== type || guest.node !== node)
      throw refused(`Configuration file 'nodes/${node}/${folders[type]}/${vmid}.conf' does not exist`);
    return guest;
  }

  /** A guest that nothing works on. */
  freeGuest(type: GuestType, vmid: string, node: string): Guest {
    const guest = this.guest(type, vmid, node);
    if (guest.lock !== undefined) throw refused(`${words[type]} is locked (${guest.lock})`);
    return guest;
  }

  assertFree(vmid: number): void {
    const { type, node } = this.guests.get(vmid) ?? {};
    if (type !== undefined) throw refused(`${words[type]} ${vmid} already exists on node '${node ?? ''}'`);
  }

  storage(name: string): Row {
    const storage = this.storages.get(name);
    if (storage === undefined) throw refused(`storage '${name}' does not exist`);
    return storage;
  }

  newMac(): string {
    this.#macs += 1;
    const digits = this.#macs.toString(16).toUpperCase().padStart(6, '0');
    return `BC:24:11:${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4)}`;
  }

  /** Space on a storage, under the name the product would give it. */
  allocate(storage: string, node: string, vmid: number, bytes: number, format = 'raw'): Volume {
    const { shared, type } = this.storage(storage);
    const isFile = type === 'dir' || type === 'nfs';
    const prefix = isFile ? `${vmid}/vm` : 'vm';
    for (let index = 0; ; index += 1) {
      const volid = `${storage}:${prefix}-${vmid}-disk-${index}${isFile ? `.${format}` : ''}`;
      if (this.volumes.has(volid)) continue;
      return this.keep({
        volid,
        storage,
        node: shared === '1' ? null : node,
        content: 'images',
        size: bytes,
        format,
        vmid,
      });
    }
  }

  keep(volume: Omit<Volume, 'ctime'>): Volume {
    const kept = { ...volume, ctime: Math.floor(this.clock.now() / 1_000) };
    this.volumes.set(kept.volid, kept);
    return kept;
  }

  /** Both copies of what can be set; what only moves by itself is left out. */
  state(): {
    readonly saved: Readonly<Record<string, unknown>>;
    readonly running: Readonly<Record<string, unknown>>;
  } {
    const nodes = [...this.nodes.values()];
    const guests = [...this.guests.values()].sort((left, right) => left.vmid - right.vmid);
    const tables = Object.fromEntries(
      [...this.#tables].map(([name, rows]) => [name, Object.fromEntries(rows)]),
    );
    const alike = {
      ...tables,
      storage: Object.fromEntries(this.storages),
      volumes: [...this.volumes.keys()].sort(),
      rules: this.rules,
      options: this.options,
      zfs: Object.fromEntries(nodes.map(({ name, pools }) => [name, Object.fromEntries(pools)])),
      dns: Object.fromEntries(nodes.map(({ name, dns }) => [name, dns])),
    };
    const networks = (copy: 'saved' | 'running') =>
      Object.fromEntries(nodes.map(({ name, network }) => [name, network[copy]]));
    return structuredClone({
      saved: {
        ...alike,
        guests: Object.fromEntries(guests.map(({ vmid, config }) => [vmid, config])),
        network: networks('saved'),
        sdn: this.sdn.saved.all(),
      },
      running: {
        ...alike,
        guests: Object.fromEntries(guests.map((guest) => [guest.vmid, runningCopy(guest)])),
        nodes: Object.fromEntries(
          nodes.map(({ name, status, services, disks }) => [
            name,
            { status, services: Object.fromEntries(services), disks },
          ]),
        ),
        network: networks('running'),
        sdn: this.sdn.running.all(),
      },
    });
  }

  hash(): string {
    return createHash('sha256').update(JSON.stringify(this.state())).digest('hex');
  }
}

function runningCopy(guest: Guest): Readonly<Record<string, unknown>> {
  const { type, node, status, isPaused, config, live, snapshots, parent, template, rules } = guest;
  return {
    type,
    node,
    status: isPaused ? 'paused' : status,
    config: live ?? config,
    snapshots: snapshots.map(({ name, description }) => ({ name, description })),
    parent: parent ?? null,
    template,
    rules,
  };
}

/** By which two writers notice each other. */
export const digestOf = (value: unknown): string =>
  createHash('sha1').update(JSON.stringify(value)).digest('hex');

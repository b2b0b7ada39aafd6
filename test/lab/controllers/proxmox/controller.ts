import { randomBytes } from 'node:crypto';
import type { FaultSwitches } from '../faults.ts';
import { LabClock } from '../lab-clock.ts';
import type { LabController, LabControllerOptions, LabEndpoint } from '../lab-controller.ts';
import { clientDevices, LabMachine } from '../lab-machine.ts';
import type { Ledger } from '../ledger.ts';
import { ApiProduct } from './api-product.ts';
import { Cluster } from './cluster.ts';
import { POOL_LEAST, POOL_SIZE } from './disks.ts';
import { seedCluster } from './seed.ts';
import { freshToken, SignIn } from './sign-in.ts';

export interface ProxmoxOptions extends LabControllerOptions {
  /** `root@pam` when absent. */
  readonly username?: string;
  readonly password?: string;
  /** Secret of the token `lab` of that user; random when absent. */
  readonly token?: string;
  /** Secret of the token `reader`, which may only look. */
  readonly reader?: string;
  /** The user needs a second factor besides the password. */
  readonly second_factor?: boolean;
  /** `9.1.2` when absent. */
  readonly version?: string;
  /** How long a task lasts, by its type (`qmigrate`) or for all, in milliseconds of the lab clock. */
  readonly task_ms?: number | Readonly<Record<string, number>>;
  /** How long an answer without a good sign-in waits; 3 s as the product does, when absent. */
  readonly unauthorized_ms?: number;
  /** How long a reboot of the node that answers refuses connections. */
  readonly reboot_ms?: number;
}

export interface ProxmoxEndpoint extends LabEndpoint {
  readonly credentials: LabEndpoint['credentials'] & {
    /** `root@pam!lab=<secret>`, and one that may only look. */
    readonly api_key: string;
    readonly reader_key: string;
  };
}

const usualTaskMs = 300;

/** A simulated Proxmox VE cluster of three nodes on 127.0.0.1, asked at its first, with its control server beside it. */
export class ProxmoxController implements LabController {
  readonly vendor = 'proxmox';
  readonly clock = new LabClock();
  readonly faults: FaultSwitches;
  readonly ledger: Ledger;
  readonly #rebootMs: number;
  readonly #cluster: Cluster;
  readonly #signIn: SignIn;
  readonly #machine: LabMachine<ProxmoxEndpoint['credentials']>;

  constructor(options: ProxmoxOptions = {}) {
    this.#rebootMs = options.reboot_ms ?? 3_000;
    const { task_ms: taskMs = usualTaskMs } = options;
    this.#cluster = new Cluster(this.clock, (type) =>
      typeof taskMs === 'number' ? taskMs : (taskMs[type] ?? usualTaskMs),
    );
    this.#cluster.version = options.version ?? this.#cluster.version;
    seedCluster(this.#cluster, clientDevices({ devices: 9, ...options }));
    const username = options.username ?? 'root@pam';
    const password = options.password ?? randomBytes(12).toString('base64url');
    const token = options.token ?? freshToken();
    const reader = options.reader ?? freshToken();
    const secondFactor = options.second_factor ?? false;
    this.#signIn = new SignIn(this.clock, { username, password, token, reader, second_factor: secondFactor });
    const power = {
      node: 'pve1',
      restart: () => this.#machine.goDown(this.#rebootMs),
      powerOff: () => this.#machine.goDown(),
    };
    this.#machine = new LabMachine({
      vendor: this.vendor,
      clock: this.clock,
      product: new ApiProduct(this.#cluster, this.#signIn, power, options.unauthorized_ms ?? 3_000),
      options,
      credentials: {
        username,
        password,
        api_key: `${username}!lab=${token}`,
        reader_key: `${username}!reader=${reader}`,
      },
      common_name: 'pve1.lab.internal',
      summary: () => ({
        product: `Proxmox VE ${this.#cluster.version}`,
        nodes: this.#cluster.nodes.size,
        guests: this.#cluster.guests.size,
      }),
      state: () => this.state(),
    });
    this.faults = this.#machine.faults;
    this.ledger = this.#machine.ledger;
  }

  start(): Promise<ProxmoxEndpoint> {
    return this.#machine.start();
  }

  stop(): Promise<void> {
    return this.#machine.stop();
  }

  /** Gives a node a ZFS pool in this state, as `zpool` spells it (`ONLINE`, `DEGRADED`, `FAULTED`), this full. */
  setPool(node: string, name: string, health: string, usedPercent = 0): void {
    const alloc = String(Math.max(POOL_LEAST, Math.round((POOL_SIZE * usedPercent) / 100)));
    this.#cluster.node(node).pools.set(name, { health, alloc });
  }

  stateHash(): string {
    return this.#machine.stateHash();
  }

  /** Switches the node that answers off, for a time on the lab clock or for good, or on again. */
  power(up: boolean, forMs?: number): Promise<void> {
    return this.#machine.power(up, forMs);
  }

  /** The next task of that type ends with this exit status and does nothing. */
  failTask(type: string, exitstatus: string): void {
    this.#cluster.tasks.fail(type, exitstatus);
  }

  /** Locks a guest, as work of another user does; null lets it go. */
  lock(vmid: number, lock: string | null): void {
    const guest = this.#cluster.guests.get(vmid);
    if (guest !== undefined) guest.lock = lock ?? undefined;
  }

  /** Another node of the cluster goes away or comes back. */
  nodePower(name: string, isOn: boolean): void {
    const node = this.#cluster.nodes.get(name);
    if (node !== undefined) node.status = isOn ? 'online' : 'offline';
  }

  /** Makes every ticket worthless, as a change of the cluster's key does. */
  endTickets(): void {
    this.#signIn.endAll();
  }

  /** Both copies of what can be set; sign-ins are left out. */
  state(): Readonly<Record<string, unknown>> {
    return this.#cluster.state();
  }
}

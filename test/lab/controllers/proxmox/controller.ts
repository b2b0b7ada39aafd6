import { LabController } from '../lab-controller.ts';
import type { LabEndpoint } from '../lab-endpoint.ts';
import { clientDevices, type LoginOptions, loginOf, type RebootOptions } from '../lab-options.ts';
import { ApiProduct } from './api-product.ts';
import { Cluster } from './cluster/cluster.ts';
import { seedCluster } from './seed.ts';
import { freshToken, SignIn } from './sign-in.ts';
import { POOL_LEAST, POOL_SIZE } from './storage/disks.ts';

export interface ProxmoxOptions extends LoginOptions, RebootOptions {
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
export class ProxmoxController extends LabController<ProxmoxEndpoint['credentials']> {
  readonly vendor = 'proxmox';
  readonly #cluster: Cluster;
  readonly #signIn: SignIn;

  constructor(options: ProxmoxOptions = {}) {
    super(options);
    const { task_ms: taskMs = usualTaskMs } = options;
    this.#cluster = new Cluster(this.clock, (type) =>
      typeof taskMs === 'number' ? taskMs : (taskMs[type] ?? usualTaskMs),
    );
    this.#cluster.version = options.version ?? this.#cluster.version;
    seedCluster(this.#cluster, clientDevices({ devices: 9, ...options }));
    const { username, password } = loginOf(options, 'root@pam');
    const token = options.token ?? freshToken();
    const reader = options.reader ?? freshToken();
    const secondFactor = options.second_factor ?? false;
    this.#signIn = new SignIn(this.clock, { username, password, token, reader, second_factor: secondFactor });
    const power = {
      node: 'pve1',
      restart: () => this.reboot(),
      powerOff: () => this.goDown(),
    };
    this.serve({
      product: new ApiProduct({
        cluster: this.#cluster,
        signIn: this.#signIn,
        power,
        unauthorizedMs: options.unauthorized_ms ?? 3_000,
      }),
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
    });
  }

  /** Gives a node a ZFS pool in this state, as `zpool` spells it (`ONLINE`, `DEGRADED`, `FAULTED`), this full. */
  setPool(node: string, name: string, health: string, usedPercent = 0): void {
    const alloc = String(Math.max(POOL_LEAST, Math.round((POOL_SIZE * usedPercent) / 100)));
    this.#cluster.node(node).pools.set(name, { health, alloc });
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

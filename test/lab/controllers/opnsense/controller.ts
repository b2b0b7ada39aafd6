import { randomBytes } from 'node:crypto';
import type { FaultSwitches } from '../faults.ts';
import { LabClock } from '../lab-clock.ts';
import type { LabController, LabControllerOptions, LabEndpoint } from '../lab-controller.ts';
import { clientDevices, LabMachine } from '../lab-machine.ts';
import type { Ledger } from '../ledger.ts';
import { ApiProduct } from './api-product.ts';
import type { ConfigTables, Row } from './config-tables.ts';
import { FirewallDevice } from './device.ts';

export interface OpnsenseOptions extends LabControllerOptions {
  readonly hostname?: string;
  /** API key and secret; random when absent. */
  readonly key?: string;
  readonly secret?: string;
  /** A second key that may only read. */
  readonly reader?: { readonly key: string; readonly secret: string };
  /** `26.7.2` when absent. Releases before 25 have the savepoints of the firewall. */
  readonly version?: string;
  /** How long a reboot refuses connections, in milliseconds of the lab clock. */
  readonly reboot_ms?: number;
}

const lastWithSavepoints = 25;
/** Tables that hold what opens something. */
const stateKeptBack = /^OPNsense\/(Auth\/User|IPsec\/IPsec|Wireguard\/)/;

/** A simulated OPNsense firewall on 127.0.0.1, with its control server beside it. */
export class OpnsenseController implements LabController {
  readonly vendor = 'opnsense';
  readonly clock = new LabClock();
  readonly faults: FaultSwitches;
  readonly ledger: Ledger;
  readonly #rebootMs: number;
  readonly #device: FirewallDevice;
  readonly #machine: LabMachine;

  constructor(options: OpnsenseOptions = {}) {
    const devices = clientDevices(options);
    const version = options.version ?? '26.7.2';
    const hostname = options.hostname ?? 'opnsense';
    this.#rebootMs = options.reboot_ms ?? 3_000;
    const own = {
      key: options.key ?? randomBytes(60).toString('base64'),
      secret: options.secret ?? randomBytes(60).toString('base64'),
    };
    this.#device = new FirewallDevice(this.clock, { hostname, devices }, version);
    const power = {
      restart: () => this.#restart(),
      powerOff: () => this.#machine.goDown(),
    };
    const keys = { ...own, ...(options.reader ? { reader: options.reader } : {}) };
    const hasSavepoints = Number.parseInt(version, 10) < lastWithSavepoints;
    const product = new ApiProduct(this.#device, keys, power, hasSavepoints);
    this.#machine = new LabMachine({
      vendor: this.vendor,
      clock: this.clock,
      product,
      options,
      credentials: { username: own.key, password: own.secret },
      common_name: `${hostname}.lab.internal`,
      summary: () => ({
        product: `OPNsense ${this.#device.version}`,
        uptime_seconds: this.#device.uptimeSeconds,
      }),
      state: () => this.state(),
    });
    this.faults = this.#machine.faults;
    this.ledger = this.#machine.ledger;
  }

  start(): Promise<LabEndpoint> {
    return this.#machine.start();
  }

  stop(): Promise<void> {
    return this.#machine.stop();
  }

  stateHash(): string {
    return this.#machine.stateHash();
  }

  /** Switches the firewall off, for a time on the lab clock or for good, or on again. */
  power(up: boolean, forMs?: number): Promise<void> {
    return this.#machine.power(up, forMs);
  }

  /** Both copies of the configuration, the loaded tables and the number of states; logins and keys are left out. */
  state(): Readonly<Record<string, unknown>> {
    const { saved, running, tables, states, restarted, version } = this.#device;
    return {
      saved: copyOf(saved),
      running: copyOf(running),
      tables: Object.fromEntries([...tables].map(([name, entries]) => [name, [...entries]])),
      states,
      restarted: [...restarted],
      version,
    };
  }

  #restart(): void {
    this.#device.booted(this.clock.now() + this.#rebootMs);
    this.#machine.goDown(this.#rebootMs);
  }
}

function copyOf(tables: ConfigTables): Readonly<Record<string, readonly Row[] | Row>> {
  const isOpen = (name: string) => !stateKeptBack.test(name);
  return {
    ...Object.fromEntries(
      tables
        .tables()
        .filter(isOpen)
        .map((name) => [name, tables.rows(name).map((row) => ({ ...row }))]),
    ),
    ...Object.fromEntries(
      tables
        .models()
        .filter(isOpen)
        .map((name) => [name, { ...tables.settings(name) }]),
    ),
  };
}

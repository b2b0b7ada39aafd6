import { randomBytes } from 'node:crypto';
import { LabController } from '../lab-controller.ts';
import { clientDevices, type RebootOptions } from '../lab-options.ts';
import { ApiProduct } from './api-product.ts';
import type { ConfigTables, Row } from './config-tables.ts';
import { FirewallDevice } from './device.ts';

export interface OpnsenseOptions extends RebootOptions {
  readonly hostname?: string;
  /** API key and secret; random when absent. */
  readonly key?: string;
  readonly secret?: string;
  /** A second key that may only read. */
  readonly reader?: { readonly key: string; readonly secret: string };
  /** `26.7.2` when absent. Releases before 25 have the savepoints of the firewall. */
  readonly version?: string;
}

const lastWithSavepoints = 25;
/** Tables that hold what opens something. */
const stateKeptBack = /^OPNsense\/(Auth\/User|IPsec\/IPsec|Wireguard\/)/;

/** A simulated OPNsense firewall on 127.0.0.1, with its control server beside it. */
export class OpnsenseController extends LabController {
  readonly vendor = 'opnsense';
  readonly #device: FirewallDevice;

  constructor(options: OpnsenseOptions = {}) {
    super(options);
    const devices = clientDevices(options);
    const version = options.version ?? '26.7.2';
    const hostname = options.hostname ?? 'opnsense';
    const own = {
      key: options.key ?? randomBytes(60).toString('base64'),
      secret: options.secret ?? randomBytes(60).toString('base64'),
    };
    this.#device = new FirewallDevice(this.clock, { hostname, devices }, version);
    const power = {
      restart: () => this.#restart(),
      powerOff: () => this.goDown(),
    };
    const keys = { ...own, ...(options.reader ? { reader: options.reader } : {}) };
    const hasSavepoints = Number.parseInt(version, 10) < lastWithSavepoints;
    const product = new ApiProduct(this.#device, keys, power, hasSavepoints);
    this.serve({
      product,
      credentials: { username: own.key, password: own.secret },
      common_name: `${hostname}.lab.internal`,
      summary: () => ({
        product: `OPNsense ${this.#device.version}`,
        uptime_seconds: this.#device.uptimeSeconds,
      }),
    });
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
    this.#device.booted(this.clock.now() + this.rebootMs);
    this.reboot();
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

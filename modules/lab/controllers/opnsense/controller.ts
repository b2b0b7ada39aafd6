import { randomBytes } from 'node:crypto';
import { ControlServer } from '../control-server.ts';
import { FaultSwitches } from '../faults.ts';
import { LabClock } from '../lab-clock.ts';
import type { LabController, LabControllerOptions, LabEndpoint } from '../lab-controller.ts';
import { LabServer } from '../lab-server.ts';
import { Ledger } from '../ledger.ts';
import { createSelfSigned } from '../self-signed.ts';
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

const mostDevices = 10_000;
const lastWithSavepoints = 25;
/** Tables that hold what opens something. */
const stateKeptBack = /^OPNsense\/(Auth\/User|IPsec\/IPsec|Wireguard\/)/;

/** A simulated OPNsense firewall on 127.0.0.1, with its control server beside it. */
export class OpnsenseController implements LabController {
  readonly vendor = 'opnsense';
  readonly faults = new FaultSwitches();
  readonly clock = new LabClock();
  readonly ledger: Ledger;
  readonly #keys: { readonly key: string; readonly secret: string };
  readonly #plainHttp: boolean;
  readonly #fingerprint: string | undefined;
  readonly #rebootMs: number;
  readonly #device: FirewallDevice;
  readonly #server: LabServer;
  readonly #control: ControlServer;
  #endpoint: LabEndpoint | undefined;

  constructor(options: OpnsenseOptions = {}) {
    const devices = Math.min(mostDevices, Math.max(0, Math.floor(options.devices ?? 24)));
    const version = options.version ?? '26.7.2';
    const hostname = options.hostname ?? 'opnsense';
    this.#plainHttp = options.plain_http ?? false;
    this.#rebootMs = options.reboot_ms ?? 3_000;
    this.#keys = {
      key: options.key ?? randomBytes(60).toString('base64'),
      secret: options.secret ?? randomBytes(60).toString('base64'),
    };
    this.ledger = new Ledger(() => this.clock.now(), options.ledger_file);
    const tls = this.#plainHttp ? undefined : createSelfSigned(`${hostname}.lab.internal`);
    this.#fingerprint = tls?.fingerprint;
    this.#device = new FirewallDevice(this.clock, { hostname, devices }, version);
    const power = {
      restart: () => this.#restart(),
      powerOff: () => this.#server.goDown(Number.POSITIVE_INFINITY),
    };
    const keys = { ...this.#keys, ...(options.reader ? { reader: options.reader } : {}) };
    const hasSavepoints = Number.parseInt(version, 10) < lastWithSavepoints;
    const product = new ApiProduct(this.#device, keys, power, hasSavepoints);
    const { faults, ledger, clock } = this;
    this.#server = new LabServer({ product, faults, ledger, clock, tls, port: options.port ?? 0 });
    this.#control = new ControlServer({
      faults,
      ledger,
      clock,
      port: options.control_port ?? 0,
      summary: () => this.#summary(),
      state: () => this.state(),
      power: (up, forMs) => this.power(up, forMs),
    });
  }

  async start(): Promise<LabEndpoint> {
    this.ledger.open();
    await this.#server.start();
    const controlUrl = await this.#control.start().catch(async (error: unknown) => {
      await this.stop();
      throw error;
    });
    this.#endpoint = {
      url: `${this.#plainHttp ? 'http' : 'https'}://127.0.0.1:${this.#server.port}`,
      credentials: { username: this.#keys.key, password: this.#keys.secret },
      ledger_url: `${controlUrl}/ledger`,
      control_url: controlUrl,
      ...(this.#fingerprint === undefined ? {} : { tls_fingerprint: this.#fingerprint }),
    };
    return this.#endpoint;
  }

  async stop(): Promise<void> {
    this.clock.stop();
    await Promise.all([this.#server.stop(), this.#control.stop()]);
    this.ledger.close();
  }

  /** Switches the firewall off, for a time on the lab clock or for good, or on again. */
  async power(up: boolean, forMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (Number.isNaN(forMs) || forMs < 0) throw new RangeError('for_ms must be 0 or more');
    if (!up) return this.#server.goDown(forMs);
    await this.#server.comeUp();
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
    this.#server.goDown(this.#rebootMs);
  }

  #summary(): Readonly<Record<string, unknown>> {
    return {
      vendor: this.vendor,
      product: `OPNsense ${this.#device.version}`,
      url: this.#endpoint?.url ?? null,
      up: this.#server.up,
      now: new Date(this.clock.now()).toISOString(),
      uptime_seconds: this.#device.uptimeSeconds,
      writes: this.ledger.size,
      state_hash: this.#device.saved.hash(),
      faults: this.faults.list(),
      links: ['/ledger', '/state', '/faults', '/clock', '/power'],
    };
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

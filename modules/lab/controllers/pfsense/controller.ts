import { randomBytes } from 'node:crypto';
import { ControlServer } from '../control-server.ts';
import { FaultSwitches } from '../faults.ts';
import { LabClock } from '../lab-clock.ts';
import type { LabController, LabControllerOptions, LabEndpoint } from '../lab-controller.ts';
import { LabServer } from '../lab-server.ts';
import { Ledger } from '../ledger.ts';
import { createSelfSigned } from '../self-signed.ts';
import { FirewallDevice } from './firewall-device.ts';
import type { FirewallRecord } from './records.ts';
import { PfRestProduct } from './rest-product.ts';
import { seedFirewall } from './seed.ts';
import { shown } from './shown-objects.ts';
import { FirewallSignIn } from './sign-in.ts';

export interface PfSenseOptions extends LabControllerOptions {
  readonly identity?: string;
  readonly serial?: string;
  readonly username?: string;
  readonly password?: string;
  readonly api_key?: string;
  readonly version?: string;
  /** Ways to sign in that the box takes: `basic`, `key`, `jwt`; all of them unless said. */
  readonly login?: readonly string[];
  /** Installed packages that bring models of their own. */
  readonly packages?: readonly string[];
  /** How long an apply call works, in milliseconds of the lab clock. */
  readonly apply_ms?: number;
  /** How long a reboot refuses connections, in milliseconds of the lab clock. */
  readonly reboot_ms?: number;
}

export interface PfSenseEndpoint extends LabEndpoint {
  readonly credentials: {
    readonly username: string;
    readonly password: string;
    /** For the header `X-API-Key`. */
    readonly api_key: string;
  };
}

const mostDevices = 10_000;
const allPackages = ['WireGuard', 'Cron', 'Service_Watchdog', 'haproxy', 'freeradius3'].map(
  (name) => `pfSense-pkg-${name}`,
);
const nextVersion = '2.9.0-RELEASE';

/** A simulated pfSense with the REST package on 127.0.0.1, with its control server beside it. */
export class PfSenseController implements LabController {
  readonly vendor = 'pfsense';
  readonly faults = new FaultSwitches();
  readonly clock = new LabClock();
  readonly ledger: Ledger;
  readonly #credentials: PfSenseEndpoint['credentials'];
  readonly #plainHttp: boolean;
  readonly #fingerprint: string | undefined;
  readonly #rebootMs: number;
  readonly #device: FirewallDevice;
  readonly #server: LabServer;
  readonly #control: ControlServer;
  #endpoint: PfSenseEndpoint | undefined;

  constructor(options: PfSenseOptions = {}) {
    const identity = options.identity ?? 'fw';
    this.#plainHttp = options.plain_http ?? false;
    this.#rebootMs = options.reboot_ms ?? 3_000;
    this.#credentials = {
      username: options.username ?? 'admin',
      password: options.password ?? randomBytes(12).toString('base64url'),
      api_key: options.api_key ?? randomBytes(24).toString('hex'),
    };
    this.ledger = new Ledger(() => this.clock.now(), options.ledger_file);
    const tls = this.#plainHttp ? undefined : createSelfSigned(identity);
    this.#fingerprint = tls?.fingerprint;
    this.#device = new FirewallDevice(this.clock, options.apply_ms ?? 150);
    seedFirewall(this.#device, {
      ...this.#credentials,
      identity,
      serial: options.serial ?? 'NTG4200LAB01',
      version: options.version ?? '2.8.1-RELEASE',
      devices: Math.min(mostDevices, Math.max(0, Math.floor(options.devices ?? 24))),
      packages: options.packages ?? allPackages,
    });
    const signIn = new FirewallSignIn(
      this.#device.records,
      this.clock,
      options.login ?? ['basic', 'key', 'jwt'],
    );
    const product = new PfRestProduct(this.#device, signIn, {
      restart: () => this.#server.goDown(this.#rebootMs),
      powerOff: () => this.#server.goDown(Number.POSITIVE_INFINITY),
      upgrade: () => this.#upgrade(),
    });
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

  async start(): Promise<PfSenseEndpoint> {
    this.ledger.open();
    await this.#server.start();
    const controlUrl = await this.#control.start().catch(async (error: unknown) => {
      await this.stop();
      throw error;
    });
    this.#endpoint = {
      url: `${this.#plainHttp ? 'http' : 'https'}://127.0.0.1:${this.#server.port}`,
      credentials: this.#credentials,
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
    if (up) await this.#server.comeUp();
    else this.#server.goDown(forMs);
  }

  /** Both copies of the configuration by model, and what is saved but not in effect; no secrets. */
  state(): {
    readonly saved: Readonly<Record<string, readonly FirewallRecord[]>>;
    readonly running: Readonly<Record<string, readonly FirewallRecord[]>>;
    readonly pending: readonly string[];
  } {
    const { records, schema } = this.#device;
    const copy = (which: 'saved' | 'running') =>
      Object.fromEntries(
        records.models(which).map((name) => {
          const model = schema.model(name);
          const list = which === 'saved' ? records.list(name) : records.running(name);
          return [name, list.map((record, position) => shown(schema, model, record, position))];
        }),
      );
    return {
      saved: copy('saved'),
      running: copy('running'),
      pending: [...records.dirty],
    };
  }

  #upgrade(): void {
    const version = this.#device.single(this.#device.schema.model('SystemVersion'));
    Object.assign(version, { version: nextVersion, base: nextVersion.split('-')[0] });
  }

  #summary(): Readonly<Record<string, unknown>> {
    const { schema, records } = this.#device;
    return {
      vendor: this.vendor,
      product: `pfSense ${this.#device.single(schema.model('SystemVersion'))['version']}`,
      url: this.#endpoint?.url ?? null,
      up: this.#server.up,
      now: new Date(this.clock.now()).toISOString(),
      writes: this.ledger.size,
      state_hash: records.hash(),
      pending: [...records.dirty],
      faults: this.faults.list(),
      links: ['/ledger', '/state', '/faults', '/clock', '/power'],
    };
  }
}

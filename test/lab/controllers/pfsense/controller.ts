import { randomBytes } from 'node:crypto';
import { LabController } from '../lab-controller.ts';
import type { LabEndpoint } from '../lab-endpoint.ts';
import { clientDevices, type LoginOptions, loginOf, type RebootOptions } from '../lab-options.ts';
import { FirewallDevice } from './firewall-device.ts';
import { shown } from './objects/shown-objects.ts';
import type { FirewallRecord } from './records.ts';
import { PfRestProduct } from './rest-product.ts';
import { seedFirewall } from './seed.ts';
import { FirewallSignIn } from './sign-in.ts';

export interface PfSenseOptions extends LoginOptions, RebootOptions {
  readonly identity?: string;
  readonly serial?: string;
  readonly api_key?: string;
  readonly version?: string;
  /** Ways to sign in that the box takes: `basic`, `key`, `jwt`; all of them unless said. */
  readonly login?: readonly string[];
  /** Installed packages that bring models of their own. */
  readonly packages?: readonly string[];
  /** How long an apply call works, in milliseconds of the lab clock. */
  readonly apply_ms?: number;
}

export interface PfSenseEndpoint extends LabEndpoint {
  readonly credentials: {
    readonly username: string;
    readonly password: string;
    /** For the header `X-API-Key`. */
    readonly api_key: string;
  };
}

const allPackages = ['WireGuard', 'Cron', 'Service_Watchdog', 'haproxy', 'freeradius3'].map(
  (name) => `pfSense-pkg-${name}`,
);
const nextVersion = '2.9.0-RELEASE';

/** A simulated pfSense with the REST package on 127.0.0.1, with its control server beside it. */
export class PfSenseController extends LabController<PfSenseEndpoint['credentials']> {
  readonly vendor = 'pfsense';
  readonly #device: FirewallDevice;

  constructor(options: PfSenseOptions = {}) {
    super(options);
    const identity = options.identity ?? 'fw';
    const credentials = {
      ...loginOf(options, 'admin'),
      api_key: options.api_key ?? randomBytes(24).toString('hex'),
    };
    this.#device = new FirewallDevice(this.clock, options.apply_ms ?? 150);
    seedFirewall(this.#device, {
      ...credentials,
      identity,
      serial: options.serial ?? 'NTG4200LAB01',
      version: options.version ?? '2.8.1-RELEASE',
      devices: clientDevices(options),
      packages: options.packages ?? allPackages,
    });
    const signIn = new FirewallSignIn(
      this.#device.records,
      this.clock,
      options.login ?? ['basic', 'key', 'jwt'],
    );
    const power = {
      restart: () => this.reboot(),
      powerOff: () => this.goDown(),
      upgrade: () => this.#upgrade(),
    };
    const product = new PfRestProduct({ device: this.#device, signIn, power });
    this.serve({
      product,
      credentials,
      common_name: identity,
      summary: () => ({
        product: `pfSense ${this.#device.single(this.#device.schema.model('SystemVersion'))['version']}`,
        pending: [...this.#device.records.dirty],
      }),
    });
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
}

import { randomBytes } from 'node:crypto';
import { ControlServer } from '../control-server.ts';
import { FaultSwitches } from '../faults.ts';
import { LabClock } from '../lab-clock.ts';
import type { LabController, LabControllerOptions, LabEndpoint } from '../lab-controller.ts';
import { LabServer } from '../lab-server.ts';
import { Ledger } from '../ledger.ts';
import { createSelfSigned } from '../self-signed.ts';
import { RouterDevice } from './device.ts';
import { RestProduct } from './rest-product.ts';
import { RouterScheduler } from './scheduler.ts';
import type { Row } from './tables.ts';

export interface RouterOsOptions extends LabControllerOptions {
  readonly identity?: string;
  readonly serial?: string;
  readonly username?: string;
  readonly password?: string;
  /** How long a reboot refuses connections, in milliseconds of the lab clock. */
  readonly reboot_ms?: number;
  /** Interface over which the platform comes; taking it or its addresses away cuts the platform off. */
  readonly reached_by?: string;
}

const mostDevices = 10_000;
const stateKeptBack = new Set(['/user', '/ip/ipsec/identity', '/ppp/secret']);

/** A simulated RouterOS 7 router on 127.0.0.1, with its control server beside it. */
export class RouterOsController implements LabController {
  readonly vendor = 'mikrotik';
  readonly faults = new FaultSwitches();
  readonly clock = new LabClock();
  readonly ledger: Ledger;
  readonly #credentials: { readonly username: string; readonly password: string };
  readonly #plainHttp: boolean;
  readonly #fingerprint: string | undefined;
  readonly #rebootMs: number;
  readonly #device: RouterDevice;
  readonly #scheduler: RouterScheduler;
  readonly #server: LabServer;
  readonly #control: ControlServer;
  #endpoint: LabEndpoint | undefined;
  /** Without power until then, on the lab clock. */
  #offUntil = 0;

  constructor(options: RouterOsOptions = {}) {
    const devices = Math.min(mostDevices, Math.max(0, Math.floor(options.devices ?? 24)));
    const serial = options.serial ?? 'HGA09LAB001';
    this.#plainHttp = options.plain_http ?? false;
    this.#rebootMs = options.reboot_ms ?? 3_000;
    this.#credentials = {
      username: options.username ?? 'admin',
      password: options.password ?? randomBytes(12).toString('base64url'),
    };
    this.ledger = new Ledger(() => this.clock.now(), options.ledger_file);
    const tls = this.#plainHttp ? undefined : createSelfSigned(options.identity ?? 'router');
    this.#fingerprint = tls?.fingerprint;
    const service = this.#plainHttp ? ('www' as const) : ('www-ssl' as const);
    this.#device = new RouterDevice(this.clock, {
      ...this.#credentials,
      identity: options.identity ?? 'lab-router',
      serial,
      devices,
      service: { name: service, port: options.port || (service === 'www' ? 80 : 443) },
    });
    const product = new RestProduct(this.#device, {
      service,
      reachedBy: options.reached_by ?? null,
      restart: () => this.#restart(),
      powerOff: () => this.#switchOff(Number.POSITIVE_INFINITY),
      cutOff: () => this.#server.goDown(Number.POSITIVE_INFINITY),
      written: () => this.#scheduler.refresh(),
    });
    this.#scheduler = new RouterScheduler({
      device: this.#device,
      run: (path, given) => product.run(path, given),
      isOn: () => this.clock.now() >= this.#offUntil,
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

  async start(): Promise<LabEndpoint> {
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

  /** Switches the router off, for a time on the lab clock or for good, or on again with its own service open. */
  async power(up: boolean, forMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (Number.isNaN(forMs) || forMs < 0) throw new RangeError('for_ms must be 0 or more');
    if (!up) return this.#switchOff(forMs);
    this.#offUntil = 0;
    const name = this.#plainHttp ? 'www' : 'www-ssl';
    const own = this.#device.tables.rows('/ip/service').find((row) => row['name'] === name);
    if (own) this.#device.tables.update('/ip/service', own, { disabled: 'false' });
    await this.#server.comeUp();
  }

  /** The configuration by menu, as it is now; menus that hold logins are left out. */
  state(): Readonly<Record<string, readonly Row[]>> {
    const { tables } = this.#device;
    const open = tables.menus().filter((menu) => !stateKeptBack.has(menu));
    return Object.fromEntries(open.map((menu) => [menu, tables.rows(menu).map((row) => ({ ...row }))]));
  }

  #switchOff(forMs: number): void {
    this.#offUntil = this.clock.now() + forMs;
    this.#server.goDown(forMs);
  }

  #restart(): void {
    this.#device.booted(this.clock.now() + this.#rebootMs);
    this.#server.goDown(this.#rebootMs);
  }

  #summary(): Readonly<Record<string, unknown>> {
    return {
      vendor: this.vendor,
      product: `RouterOS ${this.#device.tables.single('/system/resource')['version'] ?? ''}`,
      url: this.#endpoint?.url ?? null,
      up: this.#server.up,
      now: new Date(this.clock.now()).toISOString(),
      uptime: this.#device.uptime(),
      writes: this.ledger.size,
      state_hash: this.#device.tables.hash(),
      faults: this.faults.list(),
      links: ['/ledger', '/state', '/faults', '/clock', '/power'],
    };
  }
}

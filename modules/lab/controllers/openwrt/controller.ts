import { randomBytes } from 'node:crypto';
import { ControlServer } from '../control-server.ts';
import { FaultSwitches } from '../faults.ts';
import { LabClock } from '../lab-clock.ts';
import type { LabController, LabControllerOptions, LabEndpoint } from '../lab-controller.ts';
import { LabServer } from '../lab-server.ts';
import { Ledger } from '../ledger.ts';
import { createSelfSigned } from '../self-signed.ts';
import { OpenWrtDevice } from './device.ts';
import type { Section } from './section-names.ts';
import { UbusProduct } from './ubus-product.ts';

export interface OpenWrtOptions extends LabControllerOptions {
  readonly hostname?: string;
  /** First five bytes of its hardware addresses. */
  readonly serial?: string;
  readonly username?: string;
  readonly password?: string;
  /** Release it runs, for tests of older ones. */
  readonly version?: string;
  /** How long a restart refuses connections, in milliseconds of the lab clock. */
  readonly reboot_ms?: number;
}

const mostDevices = 10_000;

/** A simulated OpenWrt access point on 127.0.0.1, with its control server beside it. */
export class OpenWrtController implements LabController {
  readonly vendor = 'openwrt';
  readonly faults = new FaultSwitches();
  readonly clock = new LabClock();
  readonly ledger: Ledger;
  readonly #credentials: { readonly username: string; readonly password: string };
  readonly #plainHttp: boolean;
  readonly #fingerprint: string | undefined;
  readonly #rebootMs: number;
  readonly #device: OpenWrtDevice;
  readonly #server: LabServer;
  readonly #control: ControlServer;
  #endpoint: LabEndpoint | undefined;

  constructor(options: OpenWrtOptions = {}) {
    this.#plainHttp = options.plain_http ?? false;
    this.#rebootMs = options.reboot_ms ?? 3_000;
    this.#credentials = {
      username: options.username ?? 'root',
      password: options.password ?? randomBytes(12).toString('base64url'),
    };
    this.ledger = new Ledger(() => this.clock.now(), options.ledger_file);
    const tls = this.#plainHttp ? undefined : createSelfSigned(options.hostname ?? 'OpenWrt');
    this.#fingerprint = tls?.fingerprint;
    this.#device = new OpenWrtDevice(this.clock, {
      ...this.#credentials,
      hostname: options.hostname ?? 'lab-ap',
      serial: options.serial ?? '02:AB:00:00:01',
      devices: Math.min(mostDevices, Math.max(0, Math.floor(options.devices ?? 24))),
      version: options.version ?? '24.10.2',
    });
    const product = new UbusProduct(this.#device, { restart: () => this.#restart() });
    const { faults, ledger, clock } = this;
    this.#server = new LabServer({ product, faults, ledger, clock, tls, port: options.port ?? 0 });
    this.#control = new ControlServer({
      faults,
      ledger,
      clock,
      port: options.control_port ?? 0,
      summary: () => this.summary(),
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

  /** Switches the device off, for a time on the lab clock or for good, or on again. */
  async power(up: boolean, forMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (Number.isNaN(forMs) || forMs < 0) throw new RangeError('for_ms must be 0 or more');
    if (!up) return this.#server.goDown(forMs);
    await this.#server.comeUp();
  }

  /** What the daemons run, by file; `rpcd`, which holds logins, is left out. */
  running(config: string): readonly Section[] {
    return this.#device.uci.running(config);
  }

  /** What stands in a file of `/etc/config`, whether or not a daemon has read it. */
  saved(config: string): readonly Section[] {
    return this.#device.uci.saved(config);
  }

  file(path: string): Buffer | undefined {
    return this.#device.files.get(path);
  }

  /** Puts files in the place of the factory's, for exchanges recorded elsewhere. */
  install(configs: Readonly<Record<string, readonly Section[]>>): void {
    this.#device.uci.install(configs);
  }

  /** Ends every login, as a restart of rpcd does. */
  endSessions(): void {
    this.#device.sessions.endAll();
  }

  state(): Readonly<Record<string, unknown>> {
    const { uci, services, radios, downInterfaces, firmware } = this.#device;
    const configs = uci.configs().filter((config) => config !== 'rpcd');
    const copyOf = (read: (config: string) => readonly Section[]) =>
      Object.fromEntries(configs.map((config) => [config, read(config)]));
    return {
      saved: copyOf((config) => uci.saved(config)),
      running: copyOf((config) => uci.running(config)),
      waits_for_confirm: uci.isWaiting,
      services: services.list(),
      radios: radios.state(),
      down: [...downInterfaces],
      firmware: firmware.version,
    };
  }

  #restart(): void {
    this.#device.booted(this.clock.now() + this.#rebootMs);
    this.#server.goDown(this.#rebootMs);
  }

  /** What the bench tells of the device. */
  summary(): Readonly<Record<string, unknown>> {
    return {
      vendor: this.vendor,
      product: `OpenWrt ${this.#device.firmware.version}`,
      url: this.#endpoint?.url ?? null,
      up: this.#server.up,
      now: new Date(this.clock.now()).toISOString(),
      uptime: this.#device.uptimeSeconds(),
      writes: this.ledger.size,
      state_hash: this.#device.hash(),
      faults: this.faults.list(),
      links: ['/ledger', '/state', '/faults', '/clock', '/power'],
    };
  }
}

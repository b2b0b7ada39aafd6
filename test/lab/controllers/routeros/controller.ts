import { randomBytes } from 'node:crypto';
import type { FaultSwitches } from '../faults.ts';
import { LabClock } from '../lab-clock.ts';
import type { LabController, LabControllerOptions, LabEndpoint } from '../lab-controller.ts';
import { clientDevices, LabMachine } from '../lab-machine.ts';
import type { Ledger } from '../ledger.ts';
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

const stateKeptBack = new Set(['/user', '/ip/ipsec/identity', '/ppp/secret']);

/** A simulated RouterOS 7 router on 127.0.0.1, with its control server beside it. */
export class RouterOsController implements LabController {
  readonly vendor = 'mikrotik';
  readonly clock = new LabClock();
  readonly faults: FaultSwitches;
  readonly ledger: Ledger;
  readonly #rebootMs: number;
  readonly #device: RouterDevice;
  readonly #scheduler: RouterScheduler;
  readonly #machine: LabMachine;
  /** Without power until then, on the lab clock. */
  #offUntil = 0;

  constructor(options: RouterOsOptions = {}) {
    const devices = clientDevices(options);
    const serial = options.serial ?? 'HGA09LAB001';
    this.#rebootMs = options.reboot_ms ?? 3_000;
    const credentials = {
      username: options.username ?? 'admin',
      password: options.password ?? randomBytes(12).toString('base64url'),
    };
    const service = options.plain_http ? ('www' as const) : ('www-ssl' as const);
    this.#device = new RouterDevice(this.clock, {
      ...credentials,
      identity: options.identity ?? 'lab-router',
      serial,
      devices,
      service: { name: service, port: options.port || (service === 'www' ? 80 : 443) },
    });
    const product = new RestProduct(this.#device, {
      service,
      reachedBy: options.reached_by ?? null,
      restart: () => this.#restart(),
      powerOff: () => void this.power(false),
      cutOff: () => this.#machine.goDown(),
      written: () => this.#scheduler.refresh(),
    });
    this.#scheduler = new RouterScheduler({
      device: this.#device,
      run: (path, given) => product.run(path, given),
      isOn: () => this.clock.now() >= this.#offUntil,
    });
    this.#machine = new LabMachine({
      vendor: this.vendor,
      clock: this.clock,
      product,
      options,
      credentials,
      common_name: options.identity ?? 'router',
      summary: () => ({
        product: `RouterOS ${this.#device.tables.single('/system/resource')['version'] ?? ''}`,
        uptime: this.#device.uptime(),
      }),
      beforePower: (up, forMs) => this.#switched(up, forMs, service),
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

  /** Switches the router off, for a time on the lab clock or for good, or on again with its own service open. */
  power(up: boolean, forMs?: number): Promise<void> {
    return this.#machine.power(up, forMs);
  }

  /** The configuration by menu, as it is now; menus that hold logins are left out. */
  state(): Readonly<Record<string, readonly Row[]>> {
    const { tables } = this.#device;
    const open = tables.menus().filter((menu) => !stateKeptBack.has(menu));
    return Object.fromEntries(open.map((menu) => [menu, tables.rows(menu).map((row) => ({ ...row }))]));
  }

  #switched(up: boolean, forMs: number, service: string): void {
    this.#offUntil = up ? 0 : this.clock.now() + forMs;
    const { tables } = this.#device;
    const own = up && tables.rows('/ip/service').find((row) => row['name'] === service);
    if (own) tables.update('/ip/service', own, { disabled: 'false' });
  }

  #restart(): void {
    this.#device.booted(this.clock.now() + this.#rebootMs);
    this.#machine.goDown(this.#rebootMs);
  }
}

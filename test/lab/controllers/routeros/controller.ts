import { LabController } from '../lab-controller.ts';
import { clientDevices, type LoginOptions, loginOf, type RebootOptions } from '../lab-options.ts';
import { RouterDevice } from './device.ts';
import { RestProduct } from './rest-product.ts';
import { RouterScheduler } from './scheduler.ts';
import type { Row } from './tables.ts';

export interface RouterOsOptions extends LoginOptions, RebootOptions {
  readonly identity?: string;
  readonly serial?: string;
  /** Interface over which the platform comes; taking it or its addresses away cuts the platform off. */
  readonly reached_by?: string;
}

const stateKeptBack = new Set(['/user', '/ip/ipsec/identity', '/ppp/secret']);

/** A simulated RouterOS 7 router on 127.0.0.1, with its control server beside it. */
export class RouterOsController extends LabController {
  readonly vendor = 'mikrotik';
  readonly #device: RouterDevice;
  readonly #scheduler: RouterScheduler;
  /** Without power until then, on the lab clock. */
  #offUntil = 0;

  constructor(options: RouterOsOptions = {}) {
    super(options);
    const devices = clientDevices(options);
    const serial = options.serial ?? 'HGA09LAB001';
    const credentials = loginOf(options, 'admin');
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
      cutOff: () => this.goDown(),
      written: () => this.#scheduler.refresh(),
    });
    this.#scheduler = new RouterScheduler({
      device: this.#device,
      run: (path, given) => product.run(path, given),
      isOn: () => this.clock.now() >= this.#offUntil,
    });
    this.serve({
      product,
      credentials,
      common_name: options.identity ?? 'router',
      summary: () => ({
        product: `RouterOS ${this.#device.tables.single('/system/resource')['version'] ?? ''}`,
        uptime: this.#device.uptime(),
      }),
      beforePower: (up, forMs) => this.#switched(up, forMs, service),
    });
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
    this.#device.booted(this.clock.now() + this.rebootMs);
    this.reboot();
  }
}
